package dev.sandpool.cdi;

import dev.sandpool.Acquired;
import dev.sandpool.InvalidValueException;
import dev.sandpool.Sandboxes;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;

/** Finds the sandbox of the conversation that goes on: once in a request, else at each call. */
@ApplicationScoped
@Typed(ConversationSandboxes.class)
public class ConversationSandboxes {

  private final Sandboxes sandboxes;
  private final ConversationSources sources;
  private final ConversationHandles handles;
  private final BeanManager manager;

  /** For the container's proxy. */
  protected ConversationSandboxes() {
    this(null, null, null, null);
  }

  @Inject
  ConversationSandboxes(
      Sandboxes sandboxes,
      ConversationSources sources,
      ConversationHandles handles,
      BeanManager manager) {
    this.sandboxes = sandboxes;
    this.sources = sources;
    this.handles = handles;
    this.manager = manager;
  }

  /**
   * The sandbox, found or made.
   *
   * @throws NoConversationException if no key is known
   */
  Acquired acquired(ConversationTerms terms) {
    ConversationId conversation = sources.current();
    KeptSandbox kept =
        isInRequest()
            ? handles.get(conversation, () -> lookUp(conversation, terms))
            : lookUp(conversation, terms);
    return kept.from(terms.pool());
  }

  /** Lets the next call look it up again. */
  void release() {
    if (isInRequest()) {
      sources.find().flatMap(handles::take).ifPresent(KeptSandbox::close);
    }
  }

  private KeptSandbox lookUp(ConversationId conversation, ConversationTerms terms) {
    try {
      return KeptSandbox.of(sandboxes.getOrCreate(terms.request(conversation)));
    } catch (InvalidValueException e) {
      throw e.field().equals("key") ? e.withoutValue() : e;
    }
  }

  private boolean isInRequest() {
    try {
      return manager.getContext(RequestScoped.class).isActive();
    } catch (ContextNotActiveException e) {
      return false;
    }
  }
}
