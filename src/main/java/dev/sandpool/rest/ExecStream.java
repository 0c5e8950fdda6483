package dev.sandpool.rest;

import dev.sandpool.ExecResult;
import dev.sandpool.OutputChunk;
import dev.sandpool.OutputListener;
import dev.sandpool.rest.model.ExecResultBody;
import dev.sandpool.rest.model.OutputEvent;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One command's output as server-sent events.
 *
 * <p>Sending waits until the event is written, which holds the command back when its client reads
 * slowly. A client that has gone is noticed by the next write, and its command is stopped.
 */
final class ExecStream implements OutputListener {

  private final SseEventSink sink;
  private final Sse sse;
  private final RequestErrors errors;
  private final ReentrantLock writing = new ReentrantLock();
  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  ExecStream(SseEventSink sink, Sse sse, RequestErrors errors) {
    this.sink = sink;
    this.sse = sse;
    this.errors = errors;
  }

  /** Ends the stream when the command ends, and the command when the stream ends early. */
  void follow(CompletionStage<ExecResult> command) {
    CompletableFuture<ExecResult> result = command.toCompletableFuture();
    gone.thenRun(() -> result.cancel(true));
    result.whenComplete(this::finish);
  }

  @Override
  public void onOutput(OutputChunk chunk) {
    if (!chunk.text().isEmpty()) {
      send(chunk.stream().name().toLowerCase(Locale.ROOT), new OutputEvent(chunk.text()));
    }
  }

  /** Keeps proxies from closing a silent stream, and finds out whether the client is there. */
  void beat() {
    if (!writing.tryLock()) {
      return; // Something is being written, which serves as well.
    }
    try {
      write(sse.newEventBuilder().comment("alive").build());
    } finally {
      writing.unlock();
    }
  }

  boolean ended() {
    return sink.isClosed() || gone.isDone();
  }

  private void finish(ExecResult result, Throwable error) {
    if (!gone.isDone()) {
      if (error == null) {
        send("result", ExecResultBody.of(result));
      } else {
        send("error", errors.describe(error));
      }
    }
    sink.close();
  }

  private void send(String name, Object data) {
    writing.lock();
    try {
      write(
          sse.newEventBuilder()
              .name(name)
              .mediaType(MediaType.APPLICATION_JSON_TYPE)
              .data(data)
              .build());
    } finally {
      writing.unlock();
    }
  }

  private void write(OutboundSseEvent event) {
    if (ended()) {
      gone.complete(null);
      return;
    }
    try {
      sink.send(event).toCompletableFuture().join();
    } catch (RuntimeException e) {
      gone.complete(null);
    }
  }
}
