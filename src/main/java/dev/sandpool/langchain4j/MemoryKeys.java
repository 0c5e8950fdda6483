package dev.sandpool.langchain4j;

import dev.sandpool.InvalidValueException;
import java.util.UUID;

/** Keys of conversations, from the ids of their chat memories. */
public final class MemoryKeys {

  private static final String NONE_GIVEN = "default";

  private MemoryKeys() {}

  /**
   * The id as text.
   *
   * <p>{@code "default"} is refused. LangChain4j gives it to all who call an AI service that has no
   * {@code @MemoryId}, and they would share one sandbox.
   *
   * @param memoryId text, a number or a UUID. Other objects are refused, as nobody knows whether
   *     their {@code toString} tells them apart
   * @throws InvalidValueException if it is none of these
   */
  public static String of(Object memoryId) {
    if (NONE_GIVEN.equals(memoryId)) {
      throw new InvalidValueException(
          "memoryId",
          memoryId,
          "give the AI service's method a parameter with @MemoryId, or it has one sandbox for all");
    }
    if (memoryId instanceof CharSequence
        || memoryId instanceof Number
        || memoryId instanceof UUID) {
      return memoryId.toString();
    }
    throw new InvalidValueException(
        "memoryId",
        memoryId == null ? null : memoryId.getClass().getName(),
        "give text, a number or a UUID, or make ConversationRequests of your own");
  }
}
