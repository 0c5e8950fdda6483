package dev.sandpool.kubernetes.claim;

import dev.sandpool.SandboxException;
import dev.sandpool.TerminalSize;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.backend.exec.TerminalChannel;
import java.io.IOException;
import java.util.List;

/**
 * Channels that tell their listener, as all do, when there is no sandbox to open them to, and
 * somebody else when they end for no reason.
 */
final class GuardedChannels implements ChannelFactory {

  private final Binding binding;
  private final ChannelFactory channels;
  private final Runnable suspicion;

  /**
   * Guards.
   *
   * @param suspicion told of such an end; does not block
   */
  GuardedChannels(Binding binding, ChannelFactory channels, Runnable suspicion) {
    this.binding = binding;
    this.channels = channels;
    this.suspicion = suspicion;
  }

  @Override
  public Channel open(List<String> argv, ChannelListener listener) {
    try {
      binding.address();
    } catch (SandboxException e) {
      listener.onEnd(ChannelEnd.broken(e));
      return new Closed();
    }
    SuspiciousEnds ends = new SuspiciousEnds(listener, suspicion);
    return ends.of(channels.open(argv, ends));
  }

  @Override
  public TerminalChannel openTerminal(
      List<String> argv, TerminalSize size, ChannelListener listener) {
    binding.address();
    SuspiciousEnds ends = new SuspiciousEnds(listener, suspicion);
    return ends.of(channels.openTerminal(argv, size, ends));
  }

  private static final class Closed implements Channel {
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      throw new IOException("there is no sandbox to write to");
    }

    @Override
    public boolean canEndInput() {
      return false;
    }

    @Override
    public void endInput() throws IOException {
      throw new IOException("there is no sandbox to write to");
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }
}
