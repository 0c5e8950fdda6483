package dev.sandpool.kubernetes.claim;

import dev.sandpool.TerminalSize;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.backend.exec.TerminalChannel;
import java.io.IOException;

/**
 * Hears a channel's end before its listener's next step, and tells where it may be the container's:
 * a channel that waits ends with nobody to ask why. What we close ourselves is in order.
 */
final class SuspiciousEnds implements ChannelListener {

  /** More is the number of a signal. */
  private static final int ORDERLY = 128;

  private final ChannelListener listener;
  private final Runnable suspicion;
  private volatile boolean closed;

  /**
   * Listens for another.
   *
   * @param suspicion what to do then; does not block
   */
  SuspiciousEnds(ChannelListener listener, Runnable suspicion) {
    this.listener = listener;
    this.suspicion = suspicion;
  }

  @Override
  public void onStdout(byte[] bytes) {
    listener.onStdout(bytes);
  }

  @Override
  public void onStderr(byte[] bytes) {
    listener.onStderr(bytes);
  }

  @Override
  public void onEnd(ChannelEnd end) {
    boolean suspicious = !closed && end.exitCode().orElse(Integer.MAX_VALUE) > ORDERLY;
    listener.onEnd(end);
    if (suspicious) {
      suspicion.run();
    }
  }

  /** The channel, of which this then knows who closed it. */
  Channel of(Channel channel) {
    return new Known(channel);
  }

  /** Likewise. */
  TerminalChannel of(TerminalChannel channel) {
    return new KnownTerminal(channel);
  }

  private class Known implements Channel {
    private final Channel channel;

    Known(Channel channel) {
      this.channel = channel;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      channel.write(bytes, offset, length);
    }

    @Override
    public boolean canEndInput() {
      return channel.canEndInput();
    }

    @Override
    public void endInput() throws IOException {
      channel.endInput();
    }

    @Override
    public void expectNothing() {
      channel.expectNothing();
    }

    @Override
    public void close() {
      closed = true;
      channel.close();
    }
  }

  private final class KnownTerminal extends Known implements TerminalChannel {
    private final TerminalChannel terminal;

    KnownTerminal(TerminalChannel terminal) {
      super(terminal);
      this.terminal = terminal;
    }

    @Override
    public void resize(TerminalSize size, int process) throws IOException {
      terminal.resize(size, process);
    }
  }
}
