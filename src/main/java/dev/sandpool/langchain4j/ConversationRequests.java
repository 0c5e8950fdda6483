package dev.sandpool.langchain4j;

import dev.sandpool.CreateRequest;

/**
 * Says which sandbox a conversation has. {@link SandboxTools} asks it at each call of a tool, on
 * the thread that runs the tool; it must not block for long.
 *
 * <p>The id of a chat memory alone decides, unless an application has a tenant to add. It should
 * where ids can be guessed: who can choose the id reaches the sandbox.
 *
 * <pre>{@code
 * ConversationRequests requests =
 *     memoryId -> CreateRequest.keyed(MemoryKeys.of(memoryId)).withTenant(caller.getName());
 * }</pre>
 */
@FunctionalInterface
public interface ConversationRequests {

  /**
   * What to get or create for a conversation.
   *
   * @param memoryId what the AI service was given as {@code @MemoryId}; {@code "default"} where it
   *     has none
   * @return a request with a key
   * @throws dev.sandpool.InvalidValueException if no sandbox can be kept under this id
   */
  CreateRequest of(Object memoryId);

  /** Sandboxes of the default specification, for the tenant without a name. */
  ConversationRequests BY_MEMORY_ID = memoryId -> CreateRequest.keyed(MemoryKeys.of(memoryId));

  /**
   * Sandboxes like one, for its tenant.
   *
   * @param like has no key
   */
  static ConversationRequests like(CreateRequest like) {
    return memoryId -> like.withKey(MemoryKeys.of(memoryId));
  }
}
