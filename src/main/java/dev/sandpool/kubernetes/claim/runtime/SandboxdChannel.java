package dev.sandpool.kubernetes.claim.runtime;

import com.squareup.wire.GrpcCall;
import com.squareup.wire.GrpcClient;
import com.squareup.wire.GrpcException;
import com.squareup.wire.GrpcStreamingCall;
import com.squareup.wire.MessageSink;
import com.squareup.wire.MessageSource;
import dev.sandpool.ExecFailedException;
import dev.sandpool.TerminalSize;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.TerminalChannel;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp;
import dev.sandpool.kubernetes.claim.runtime.process.EndOfInput;
import dev.sandpool.kubernetes.claim.runtime.process.PTY;
import dev.sandpool.kubernetes.claim.runtime.process.ProcessConfig;
import dev.sandpool.kubernetes.claim.runtime.process.ResizeTTYRequest;
import dev.sandpool.kubernetes.claim.runtime.process.StartRequest;
import dev.sandpool.kubernetes.claim.runtime.process.StartResponse;
import dev.sandpool.kubernetes.claim.runtime.process.WriteStdinRequest;
import dev.sandpool.kubernetes.claim.runtime.process.WriteStdinResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import kotlin.Pair;
import okio.ByteString;

/**
 * A channel to a process that sandboxd started: its output is one stream of events, each piece of
 * input a call of its own.
 *
 * <p>A listener that blocks leaves the events unread, and HTTP/2's windows hold the sender back. A
 * process that does not read holds the call with its input. When the stream of events is dropped,
 * sandboxd kills the process.
 */
final class SandboxdChannel implements TerminalChannel {

  private final GrpcClient grpc;
  private final ChannelListener listener;
  private final GrpcStreamingCall<StartRequest, StartResponse> start;
  private final CompletableFuture<Integer> id = new CompletableFuture<>();
  private Optional<GrpcCall<WriteStdinRequest, WriteStdinResponse>> writing = Optional.empty();
  private boolean over;

  private SandboxdChannel(GrpcClient grpc, ChannelListener listener) {
    this.grpc = grpc;
    this.listener = listener;
    start = grpc.newStreamingCall(SandboxdClients.START);
  }

  /** Starts a process. Returns at once, but may have to find the way first. */
  static Channel open(
      SandboxHttp port,
      SandboxdClients clients,
      List<String> argv,
      ChannelListener listener,
      ExecThreads threads) {
    ProcessConfig config = new ProcessConfig.Builder().command(argv).build();
    StartRequest request = new StartRequest.Builder().config(config).build();
    try {
      return open(port, clients, request, listener, threads);
    } catch (IOException | RejectedExecutionException e) {
      return new DeferredChannel(
          CompletableFuture.<Channel>failedFuture(e), channel -> channel, listener);
    }
  }

  /**
   * Starts one that has a terminal. Blocks until the way is found.
   *
   * @throws ExecFailedException if there is none
   */
  static TerminalChannel openTerminal(
      SandboxHttp port,
      SandboxdClients clients,
      List<String> argv,
      TerminalSize size,
      ChannelListener listener,
      ExecThreads threads) {
    StartRequest request =
        new StartRequest.Builder()
            .config(new ProcessConfig.Builder().command(argv).build())
            .pty(new PTY.Builder().cols(size.columns()).rows(size.rows()).build())
            .build();
    try {
      return open(port, clients, request, listener, threads);
    } catch (IOException | RejectedExecutionException e) {
      throw new ExecFailedException("The terminal was not opened: " + e.getMessage(), e);
    }
  }

  private static SandboxdChannel open(
      SandboxHttp port,
      SandboxdClients clients,
      StartRequest request,
      ChannelListener listener,
      ExecThreads threads)
      throws IOException {
    SandboxdChannel channel = new SandboxdChannel(clients.to(port), listener);
    threads.blocking().execute(() -> channel.serve(request));
    return channel;
  }

  @Override
  public void resize(TerminalSize size, int process) throws IOException {
    ResizeTTYRequest request =
        new ResizeTTYRequest.Builder()
            .process_id(awaitId())
            .cols(size.columns())
            .rows(size.rows())
            .build();
    try {
      grpc.newCall(SandboxdClients.RESIZE).executeBlocking(request);
    } catch (IOException e) {
      throw worded(e);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    send(
        new WriteStdinRequest.Builder()
            .process_id(awaitId())
            .input(ByteString.of(bytes, offset, length))
            .build());
  }

  @Override
  public boolean canEndInput() {
    return true;
  }

  @Override
  public void endInput() throws IOException {
    send(
        new WriteStdinRequest.Builder()
            .process_id(awaitId())
            .eof(new EndOfInput.Builder().build())
            .build());
  }

  @Override
  public void close() {
    end(ChannelEnd.unknown());
    start.cancel();
  }

  private void serve(StartRequest request) {
    Pair<MessageSink<StartRequest>, MessageSource<StartResponse>> streams = start.executeBlocking();
    try (MessageSource<StartResponse> events = streams.component2()) {
      try (MessageSink<StartRequest> requests = streams.component1()) {
        requests.write(request);
      }
      for (StartResponse event = events.read(); event != null; event = events.read()) {
        hear(event);
      }
      end(ChannelEnd.unknown());
    } catch (IOException | RuntimeException e) {
      end(ChannelEnd.broken(worded(e)));
    }
  }

  private void hear(StartResponse event) {
    if (isOver()) {
      return;
    }
    if (event.init != null) {
      id.complete(event.init.process_id);
    } else if (event.stdout != null) {
      listener.onStdout(event.stdout.toByteArray());
    } else if (event.stderr != null) {
      listener.onStderr(event.stderr.toByteArray());
    } else if (event.exit != null) {
      // Below 0 it was a signal, and sandboxd does not say which.
      end(
          event.exit.exit_code < 0
              ? ChannelEnd.unknown()
              : ChannelEnd.exited(event.exit.exit_code));
    }
  }

  /** Input can't be sent again: who knows how much of it arrived. */
  private void send(WriteStdinRequest request) throws IOException {
    GrpcCall<WriteStdinRequest, WriteStdinResponse> call =
        grpc.newCall(SandboxdClients.WRITE_STDIN);
    synchronized (this) {
      if (over) {
        throw new IOException("the connection to the process is closed");
      }
      writing = Optional.of(call);
    }
    try {
      call.executeBlocking(request);
    } catch (IOException e) {
      // Of a process that ended before the word that its input arrived, the listener knows more.
      if (!isOver()) {
        throw worded(e);
      }
    }
  }

  private int awaitId() throws IOException {
    try {
      return id.get();
    } catch (ExecutionException e) {
      throw new IOException("the process was not started", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the process starts", e);
    }
  }

  private static IOException worded(Exception e) {
    if (e instanceof GrpcException grpc) {
      return new IOException(
          "sandboxd: " + grpc.getGrpcStatus().getName() + " " + grpc.getGrpcMessage(), e);
    }
    return new IOException("sandboxd did not answer: " + e.getMessage(), e);
  }

  private synchronized boolean isOver() {
    return over;
  }

  private void end(ChannelEnd how) {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      writing.ifPresent(GrpcCall::cancel);
    }
    id.completeExceptionally(new IOException("the channel is over"));
    listener.onEnd(how);
  }
}
