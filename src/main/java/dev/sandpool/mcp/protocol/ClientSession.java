package dev.sandpool.mcp.protocol;

import dev.sandpool.mcp.tool.Answer;
import dev.sandpool.mcp.tool.Workplace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** What the server keeps of one client: its sandbox and the calls that run. For any thread. */
public final class ClientSession implements AutoCloseable {

  private final Workplace place;
  private final LongSupplier nanos;
  private final Map<Object, RunningCall> running = new HashMap<>();
  private long lastUsed;
  private boolean closed;

  /**
   * Begins one.
   *
   * @param place closed with it
   * @param nanos a clock such as {@link System#nanoTime}
   */
  public ClientSession(Workplace place, LongSupplier nanos) {
    this.place = place;
    this.nanos = nanos;
    lastUsed = nanos.getAsLong();
  }

  /**
   * Runs a call on the calling thread, which {@link #cancel} interrupts.
   *
   * @param request its id, unique among those that run
   * @return what it answers; empty if it was cancelled, as nobody waits then
   */
  Optional<Answer> run(Object request, Function<Workplace, Answer> call) {
    RunningCall mine = new RunningCall();
    if (!begin(request, mine)) {
      return Optional.of(Answer.failed("The session has ended; begin another one"));
    }
    boolean stopped = true;
    try {
      Answer answer = call.apply(place);
      stopped = mine.finish();
      return stopped ? Optional.empty() : Optional.of(answer);
    } finally {
      if (stopped) {
        mine.finish();
      }
      end(request, mine);
    }
  }

  private synchronized boolean begin(Object request, RunningCall call) {
    if (!closed) {
      running.put(request, call);
    }
    return !closed;
  }

  private synchronized void end(Object request, RunningCall call) {
    running.remove(request, call);
    lastUsed = nanos.getAsLong();
  }

  /** Stops a call with what it does in the sandbox; nothing if it is over. */
  public void cancel(Object request) {
    find(request).ifPresent(RunningCall::stop);
  }

  private synchronized Optional<RunningCall> find(Object request) {
    return Optional.ofNullable(running.get(request));
  }

  /** The client is there. */
  public synchronized void touch() {
    lastUsed = nanos.getAsLong();
  }

  /** Whether nothing runs, and nothing was asked for so long. */
  public synchronized boolean isUnusedFor(Duration time) {
    return running.isEmpty() && nanos.getAsLong() - lastUsed >= time.toNanos();
  }

  /** Stops what runs and gives the sandbox up. A second call does nothing. Blocks. */
  @Override
  public void close() {
    stopAll().forEach(RunningCall::stop);
    place.close();
  }

  private synchronized List<RunningCall> stopAll() {
    closed = true;
    return List.copyOf(running.values());
  }
}
