package dev.sandpool.local;

import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A channel to a process on this machine, over its three pipes. */
final class ProcessChannel implements Channel {

  // How long output may pause after the process ended, before whoever still holds the pipes is
  // taken for a background child.
  private static final long IDLE_MILLIS = 250;
  private static final long LEAVE_MILLIS = 1000;

  private final Process process;
  private final OutputStream stdin;
  private final OutputPipe out;
  private final OutputPipe err;

  private ProcessChannel(Process process, OutputPipe out, OutputPipe err) {
    this.process = process;
    // Not the JDK's buffer: what is written is in the pipe when write returns.
    this.stdin = process.getOutputStream();
    this.out = out;
    this.err = err;
  }

  /**
   * Starts a process. A failure to start goes to the listener.
   *
   * @param environment all that is in its environment
   * @param pipes gives it its output pipes
   * @param threads take a task for each of the two output streams while it is open, and a short one
   *     at its end
   */
  static Channel start(
      List<String> argv,
      Map<String, String> environment,
      PipeSource pipes,
      ChannelListener listener,
      Executor threads) {
    try {
      ProcessChannel channel = start(argv, environment, pipes);
      channel.listen(listener, threads);
      return channel;
    } catch (IOException e) {
      listener.onEnd(ChannelEnd.broken(e));
      return new Closed(e);
    }
  }

  private static ProcessChannel start(
      List<String> argv, Map<String, String> environment, PipeSource pipes) throws IOException {
    OutputPipe out = OutputPipe.open(pipes.take());
    try {
      OutputPipe err = OutputPipe.open(pipes.take());
      try {
        return new ProcessChannel(spawn(argv, environment, out, err), out, err);
      } catch (IOException e) {
        err.close();
        throw e;
      } finally {
        err.connected();
      }
    } catch (IOException e) {
      out.close();
      throw e;
    } finally {
      out.connected();
    }
  }

  private static Process spawn(
      List<String> argv, Map<String, String> environment, OutputPipe out, OutputPipe err)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(argv).redirectOutput(out.target()).redirectError(err.target());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
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

  /**
   * Lets go of the pipes. A supervisor that waits for a command reads end-of-file and leaves. Its
   * children may live on, as with any other channel; whoever wants them gone kills the group.
   */
  @Override
  public void close() {
    closeQuietly(stdin::close);
    closeQuietly(out::close);
    closeQuietly(err::close);
    // Time to leave: a process killed while its child lives leaves that child to the host's
    // process 1, and in a container nobody there may reap it.
    process
        .onExit()
        .orTimeout(LEAVE_MILLIS, TimeUnit.MILLISECONDS)
        .whenComplete((ended, late) -> process.destroyForcibly());
  }

  private void listen(ChannelListener listener, Executor threads) {
    CountDownLatch drained = new CountDownLatch(2);
    threads.execute(() -> drain(out, listener::onStdout, drained));
    threads.execute(() -> drain(err, listener::onStderr, drained));
    process.onExit().thenAcceptAsync(ended -> finish(listener, drained), threads);
  }

  private static void drain(OutputPipe pipe, Consumer<byte[]> target, CountDownLatch drained) {
    try {
      pipe.drain(target);
    } finally {
      drained.countDown();
    }
  }

  private void finish(ChannelListener listener, CountDownLatch drained) {
    out.processEnded();
    err.processEnded();
    try {
      while (!drained.await(IDLE_MILLIS, TimeUnit.MILLISECONDS)) {
        closeQuietly(out::closeIfIdle);
        closeQuietly(err::closeIfIdle);
      }
      listener.onEnd(ChannelEnd.exited(process.exitValue()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      listener.onEnd(ChannelEnd.broken(e));
    } finally {
      closeQuietly(stdin::close);
    }
  }

  private interface Closing {
    void run() throws IOException;
  }

  private static void closeQuietly(Closing closing) {
    try {
      closing.run();
    } catch (IOException e) {
      // Closed is closed.
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
