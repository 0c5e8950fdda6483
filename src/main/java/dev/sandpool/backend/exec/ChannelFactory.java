package dev.sandpool.backend.exec;

import dev.sandpool.NotSupportedException;
import dev.sandpool.TerminalSize;
import java.util.List;

/** Starts processes in one sandbox. */
@FunctionalInterface
public interface ChannelFactory {

  /**
   * Starts a process that leads its own session, with pipes for its three streams.
   *
   * @param argv program and arguments
   * @param listener hears output and end; also why it could not start
   * @return the connection, at once; it may still be opening
   */
  Channel open(List<String> argv, ChannelListener listener);

  /**
   * Starts a process that leads its own session and has a terminal for its three streams. All it
   * shows comes as its standard output. May block.
   *
   * @param argv program and arguments
   * @param size of the terminal; a process may have to set it by itself
   * @param listener hears output and end; also why it could not start
   * @return the connection; it may still be opening
   * @throws dev.sandpool.NotSupportedException if there are no terminals this way
   * @throws dev.sandpool.SandboxException if there is no sandbox to open one in
   */
  default TerminalChannel openTerminal(
      List<String> argv, TerminalSize size, ChannelListener listener) {
    throw new NotSupportedException("There are no terminals this way");
  }
}
