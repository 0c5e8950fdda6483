package dev.sandpool.bench;

import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.kubernetes.ExecSockets;
import dev.sandpool.kubernetes.ObjectName;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One exec stream for one command, through the same client: what Sandpool does not do. */
final class PlainExec implements ChannelListener {

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final CompletableFuture<ChannelEnd> end = new CompletableFuture<>();

  private PlainExec() {}

  static String run(ExecSockets sockets, ObjectName pod, String command) {
    PlainExec exec = new PlainExec();
    Channel channel = sockets.open(pod, "sandbox", List.of("/bin/sh", "-c", command), exec);
    try {
      ChannelEnd end = exec.end.join();
      if (end.exitCode().orElse(-1) != 0) {
        throw new IllegalStateException("a plain exec ended with " + end);
      }
      return exec.output.toString(StandardCharsets.UTF_8);
    } finally {
      channel.close();
    }
  }

  @Override
  public void onStdout(byte[] bytes) {
    output.writeBytes(bytes);
  }

  @Override
  public void onStderr(byte[] bytes) {}

  @Override
  public void onEnd(ChannelEnd how) {
    end.complete(how);
  }
}
