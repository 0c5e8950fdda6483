package dev.sandpool.cdi;

/**
 * A sandbox of a {@link Conversation} was used where no key says which conversation goes on; in a
 * request, that is the caller's to mend. The message names what was asked for the key.
 */
public final class NoConversationException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  NoConversationException(String message) {
    super(message);
  }
}
