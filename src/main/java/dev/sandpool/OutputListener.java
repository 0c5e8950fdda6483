package dev.sandpool;

/** Receives a command's output as it arrives. */
@FunctionalInterface
public interface OutputListener {

  /** Ignores all output. */
  OutputListener NONE = chunk -> {};

  /**
   * Takes one piece of output. Calls for one command never overlap. A slow listener slows the
   * command down; one that throws is not called again for that command, and the command goes on.
   */
  void onOutput(OutputChunk chunk);
}
