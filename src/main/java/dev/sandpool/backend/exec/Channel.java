package dev.sandpool.backend.exec;

import java.io.IOException;

/**
 * A byte connection to one process in a sandbox. Output and end go to a {@link ChannelListener}.
 */
public interface Channel {

  /**
   * Writes to standard input, and waits while the other side is slow.
   *
   * @throws IOException if the process no longer reads
   */
  void write(byte[] bytes, int offset, int length) throws IOException;

  /** Whether {@link #endInput} reaches the process. Known once it has written something. */
  boolean canEndInput();

  /** Ends standard input: the process reads end-of-file after what was written. */
  void endInput() throws IOException;

  /**
   * Says that nothing is expected of the process before the next write. A hint, for transports that
   * have to ask for output.
   */
  default void expectNothing() {}

  /** Drops the connection. The process may live on. Idempotent. */
  void close();
}
