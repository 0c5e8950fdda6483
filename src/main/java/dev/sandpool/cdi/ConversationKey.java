package dev.sandpool.cdi;

import java.util.Optional;

/**
 * Tells which conversation goes on, for {@link Conversation}. An application makes a bean of it,
 * with any scope and qualifier.
 *
 * <p>All are asked in order of {@code jakarta.annotation.Priority} on their class, the least first,
 * {@value #DEFAULT_PRIORITY} without one; the first that knows a key wins. Sandpool's own are
 * {@link ConversationKeys} with {@value #THREAD_PRIORITY}, and of an HTTP request the claim of the
 * caller's token ({@value #CLAIM_PRIORITY}), the path parameter ({@value #PATH_PRIORITY}) and the
 * header ({@value #HEADER_PRIORITY}), as {@code sandpool.conversation.*} names them.
 *
 * <p>Who can choose the key can reach that conversation's sandbox. So a key that comes from outside
 * needs a {@link #tenant} that doesn't, or must be hard to guess.
 */
public interface ConversationKey {

  /** Of {@link ConversationKeys}. */
  int THREAD_PRIORITY = 100;

  /** Of a bean that has none. */
  int DEFAULT_PRIORITY = 2500;

  /** Of the claim of the caller's token. */
  int CLAIM_PRIORITY = 4100;

  /** Of the path parameter. */
  int PATH_PRIORITY = 4200;

  /** Of the header. */
  int HEADER_PRIORITY = 4300;

  /**
   * The key of the conversation that goes on here and now; empty where none is known. Asked at each
   * use of a sandbox, so it must be quick.
   */
  Optional<String> current();

  /**
   * Whose conversation it is; empty where there are no tenants. Asked where there is a key. The
   * same key of another tenant is another conversation.
   */
  default String tenant() {
    return "";
  }
}
