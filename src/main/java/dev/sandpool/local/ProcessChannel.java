package dev.sandpool.local;

import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A channel to a process on this machine, over its three pipes. */
final class ProcessChannel implements Channel {

  private static final int BUFFER_BYTES = 32 * 1024;

  private final Process process;
  private final OutputStream stdin;

  private ProcessChannel(Process process) {
    this.process = process;
    // Unbuffered: what is written is in the pipe when write returns.
    this.stdin = process.getOutputStream();
  }

  /** Starts a process with a clean environment. A failure to start goes to the listener. */
  static Channel start(List<String> argv, ChannelListener listener, Executor threads) {
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.environment().clear();
    try {
      ProcessChannel channel = new ProcessChannel(builder.start());
      channel.listen(listener, threads);
      return channel;
    } catch (IOException e) {
      listener.onEnd(ChannelEnd.broken(e));
      return new Closed(e);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    stdin.write(bytes, offset, length);
    stdin.flush();
  }

  @Override
  public boolean canEndInput() {
    return true;
  }

  @Override
  public void endInput() throws IOException {
    stdin.close();
  }

  @Override
  public void close() {
    // Its children may live on, as with any other channel; whoever wants them gone kills the group.
    process.destroyForcibly();
  }

  private void listen(ChannelListener listener, Executor threads) {
    CountDownLatch drained = new CountDownLatch(2);
    threads.execute(() -> drain(process.getInputStream(), listener::onStdout, drained));
    threads.execute(() -> drain(process.getErrorStream(), listener::onStderr, drained));
    threads.execute(() -> await(listener, drained));
  }

  private static void drain(InputStream pipe, Consumer<byte[]> target, CountDownLatch drained) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (pipe) {
      for (int n = pipe.read(buffer); n >= 0; n = pipe.read(buffer)) {
        target.accept(Arrays.copyOf(buffer, n));
      }
    } catch (IOException e) {
      // The process is gone or the channel was closed: the end says which.
    } finally {
      drained.countDown();
    }
  }

  private void await(ChannelListener listener, CountDownLatch drained) {
    try {
      int code = process.waitFor();
      drained.await();
      listener.onEnd(ChannelEnd.exited(code));
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      listener.onEnd(ChannelEnd.broken(e));
    }
  }

  /** Stands for a process that could not be started. */
  private record Closed(IOException cause) implements Channel {
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      throw cause;
    }

    @Override
    public boolean canEndInput() {
      return false;
    }

    @Override
    public void endInput() throws IOException {
      throw cause;
    }

    @Override
    public void close() {}
  }
}
