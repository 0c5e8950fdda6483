package dev.sandpool.local;

import dev.sandpool.TerminalSize;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.EndListener;
import dev.sandpool.backend.exec.TerminalChannel;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process whose terminal was made by {@code script}, which resizes none from afar. */
final class LocalTerminal implements TerminalChannel {

  private static final String RESIZE = "exec stty cols \"$0\" rows \"$1\" <\"/proc/$2/fd/0\"";
  private static final int PATIENCE_SECONDS = 10;

  private final Channel channel;
  private final LocalChannels channels;

  LocalTerminal(Channel channel, LocalChannels channels) {
    this.channel = channel;
    this.channels = channels;
  }

  @Override
  public void resize(TerminalSize size, int process) throws IOException {
    CompletableFuture<ChannelEnd> end = new CompletableFuture<>();
    List<String> argv =
        List.of(
            "/bin/sh",
            "-c",
            RESIZE,
            Integer.toString(size.columns()),
            Integer.toString(size.rows()),
            Integer.toString(process));
    Channel resizing = channels.open(argv, new EndListener(end));
    ChannelEnd how =
        end.completeOnTimeout(ChannelEnd.unknown(), PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    resizing.close();
    if (!how.exitCode().equals(OptionalInt.of(0))) {
      throw new IOException("its size cannot be changed (stty: " + how + ")");
    }
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
  public void close() {
    channel.close();
  }
}
