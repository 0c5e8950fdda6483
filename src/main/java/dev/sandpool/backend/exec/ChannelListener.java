package dev.sandpool.backend.exec;

/**
 * Hears what comes over a channel. Calls for one stream come in order; the two streams may call at
 * the same time. A call that blocks holds the process back.
 */
public interface ChannelListener {

  /** The process wrote to standard output. The array is the listener's to keep. */
  void onStdout(byte[] bytes);

  /** The process wrote to standard error. The array is the listener's to keep. */
  void onStderr(byte[] bytes);

  /** The channel is over; nothing follows. Called exactly once, also when it never opened. */
  void onEnd(ChannelEnd end);
}
