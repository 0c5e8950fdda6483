package dev.sandpool.backend.exec;

import dev.sandpool.TerminalSize;
import java.io.IOException;

/** A connection to a process that has a terminal. */
public interface TerminalChannel extends Channel {

  /**
   * Changes the terminal's size. May block.
   *
   * @param process the number, in the sandbox, of the process whose terminal it is
   */
  void resize(TerminalSize size, int process) throws IOException;
}
