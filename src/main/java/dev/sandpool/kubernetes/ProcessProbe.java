package dev.sandpool.kubernetes;

import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.ChannelListener;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Proves that a sandbox still runs processes, by a new one. What the cluster says of a container
 * lags behind it by up to some seconds.
 */
public final class ProcessProbe {

  private static final long PATIENCE_SECONDS = 10;

  private ProcessProbe() {}

  /**
   * What was found.
   *
   * @param said what a process printed that ran; empty where none did
   * @param failure why none can run there; empty when one ran, or nobody knows
   */
  public record Finding(Optional<String> said, Optional<String> failure) {}

  /** Why no process can run there; empty when one ran, or nobody knows. Blocks for 10 seconds. */
  public static Optional<String> failure(ChannelFactory channels) {
    return look(channels, ":").failure();
  }

  /** Tries to run a script. Blocks for 10 seconds at most. */
  public static Finding look(ChannelFactory channels, String script) {
    Heard heard = new Heard(new ByteArrayOutputStream(), new CompletableFuture<>());
    Channel channel = channels.open(List.of("/bin/sh", "-c", script), heard);
    ChannelEnd result =
        heard
            .end()
            .completeOnTimeout(ChannelEnd.unknown(), PATIENCE_SECONDS, TimeUnit.SECONDS)
            .join();
    channel.close();
    Optional<String> failure =
        result
            .error()
            // A server that refuses, or can't be reached, does not know how the container is.
            .filter(NoProcessException.class::isInstance)
            .map(error -> "its container no longer runs (" + error.getMessage() + ")");
    return new Finding(
        result.exitCode().isPresent() ? Optional.of(heard.text()) : Optional.empty(), failure);
  }

  private record Heard(ByteArrayOutputStream said, CompletableFuture<ChannelEnd> end)
      implements ChannelListener {

    String text() {
      return said.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void onStdout(byte[] bytes) {
      said.writeBytes(bytes);
    }

    @Override
    public void onStderr(byte[] bytes) {}

    @Override
    public void onEnd(ChannelEnd how) {
      end.complete(how);
    }
  }
}
