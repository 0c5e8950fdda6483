package dev.sandpool;

/** Receives what a terminal shows, as it arrives. */
@FunctionalInterface
public interface TerminalListener {

  /**
   * Takes one piece of output: exactly the bytes that a screen would get, escape sequences and all.
   * A character may be split between two pieces. The array is the listener's to keep.
   *
   * <p>Calls for one terminal never overlap, and come on the transport's thread. While this blocks,
   * the programs in the terminal are held back. A listener that throws is not called again, and the
   * terminal goes on.
   */
  void onOutput(byte[] bytes);
}
