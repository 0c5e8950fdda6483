package dev.sandpool.cdi;

import dev.sandpool.Acquired;

/**
 * The sandbox of a conversation.
 *
 * @param acquired its handle, and how it was come by
 * @param pool that it came from
 */
record KeptSandbox(Acquired acquired, String pool) {

  static KeptSandbox of(Acquired acquired) {
    return new KeptSandbox(acquired, acquired.sandbox().info().spec());
  }

  /** The same, for who asked for a pool: another image would only look like the one asked for. */
  Acquired from(String asked) {
    if (!pool.equals(asked)) {
      throw new IllegalStateException(
          ("Sandbox %s of this conversation is of the pool '%s', not '%s', and a conversation has"
                  + " one; name the same pool at each @Conversation, delete that sandbox, or have"
                  + " another one by Sandboxes.getOrCreate with a key of its own")
              .formatted(acquired.sandbox().id(), pool, asked));
    }
    return acquired;
  }

  void close() {
    acquired.sandbox().close();
  }
}
