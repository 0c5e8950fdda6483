package dev.sandpool.backend.exec;

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
}
