package dev.sandpool.langchain4j.cdi;

import dev.langchain4j.code.CodeExecutionEngine;
import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxSpec;
import dev.sandpool.Sandboxes;
import dev.sandpool.langchain4j.ConversationRequests;
import dev.sandpool.langchain4j.Interpreter;
import dev.sandpool.langchain4j.SandboxCodeEngine;
import dev.sandpool.langchain4j.SandboxTools;
import dev.sandpool.langchain4j.ToolLimits;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.inject.Singleton;

/**
 * Makes the beans of tools and code engine. They are singletons, not application scoped:
 * LangChain4j looks for {@code @Tool} on the methods of an object's class, and a client proxy's
 * have none.
 *
 * <p>An application's own beans of {@link ConversationRequests}, {@link ToolLimits} and {@link
 * Interpreter} are taken where there are any.
 */
record ToolBeans(AfterBeanDiscovery event) {

  void add() {
    event
        .addBean()
        .beanClass(SandboxTools.class)
        .types(Object.class, SandboxTools.class)
        .addQualifiers(Default.Literal.INSTANCE, NamedLiteral.of("sandboxTools"))
        .name("sandboxTools")
        .scope(Singleton.class)
        .produceWith(ToolBeans::tools);
    event
        .addBean()
        .beanClass(SandboxCodeEngine.class)
        .types(Object.class, SandboxCodeEngine.class, CodeExecutionEngine.class)
        .addQualifiers(Default.Literal.INSTANCE, NamedLiteral.of("sandboxCodeEngine"))
        .name("sandboxCodeEngine")
        .scope(Singleton.class)
        .produceWith(ToolBeans::engine);
  }

  private static SandboxTools tools(Instance<Object> found) {
    return SandboxTools.perConversation(
        found.select(Sandboxes.class).get(),
        choice(found, ConversationRequests.class, ConversationRequests.BY_MEMORY_ID),
        choice(found, ToolLimits.class, ToolLimits.DEFAULT));
  }

  private static SandboxCodeEngine engine(Instance<Object> found) {
    return SandboxCodeEngine.perCall(
        found.select(Sandboxes.class).get(),
        CreateRequest.of(SandboxSpec.DEFAULT_NAME),
        choice(found, Interpreter.class, Interpreter.PYTHON),
        choice(found, ToolLimits.class, ToolLimits.DEFAULT));
  }

  /** The application's own, or else; more than one is the container's error to tell. */
  private static <T> T choice(Instance<Object> found, Class<T> type, T otherwise) {
    Instance<T> own = found.select(type);
    return own.isUnsatisfied() ? otherwise : own.get();
  }
}
