package dev.sandpool.cdi;

import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Typed;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sandboxes that a request uses, by conversation: found once, so that all of the request has
 * the same, and one that is lost meanwhile is not replaced under it. Nothing ends with it.
 */
@RequestScoped
@Typed(ConversationHandles.class)
public class ConversationHandles {

  private final Map<ConversationId, KeptSandbox> handles = new HashMap<>();

  /** The one of a conversation; looked up if there is none yet, which others wait for. */
  synchronized KeptSandbox get(ConversationId conversation, Supplier<KeptSandbox> lookUp) {
    KeptSandbox known = handles.get(conversation);
    if (known == null) {
      known = lookUp.get();
      handles.put(conversation, known);
    }
    return known;
  }

  /** Forgets the one of a conversation. */
  synchronized Optional<KeptSandbox> take(ConversationId conversation) {
    return Optional.ofNullable(handles.remove(conversation));
  }
}
