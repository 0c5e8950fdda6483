package dev.sandpool.cdi;

import dev.sandpool.Acquired;
import dev.sandpool.Sandbox;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;

/**
 * Makes the beans for a {@link Conversation}. The sandbox is one bean for all conversations, whose
 * calls go to that of the moment; so it can be injected anywhere, and is written into a stored
 * session as nothing but a reference.
 */
record ConversationBeans(AfterBeanDiscovery event) {

  void add(Conversation kind) {
    ConversationTerms terms = ConversationTerms.of(kind);
    event
        .addBean()
        .beanClass(ConversationSandbox.class)
        .id(id(Sandbox.class, kind))
        .types(Object.class, Sandbox.class)
        .addQualifier(kind)
        .scope(ApplicationScoped.class)
        .produceWith(found -> new ConversationSandbox(sandboxes(found), terms));
    event
        .addBean()
        .beanClass(Acquired.class)
        .id(id(Acquired.class, kind))
        .types(Object.class, Acquired.class)
        .addQualifier(kind)
        .scope(Dependent.class)
        .produceWith(found -> sandboxes(found).acquired(terms));
  }

  private static ConversationSandboxes sandboxes(Instance<Object> found) {
    return found.select(ConversationSandboxes.class).get();
  }

  private static String id(Class<?> type, Conversation kind) {
    return String.join(
        "/", type.getName(), Conversation.class.getName(), kind.pool(), kind.ttl(), kind.idleTtl());
  }
}
