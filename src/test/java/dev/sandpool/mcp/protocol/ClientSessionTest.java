package dev.sandpool.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.CreateRequest;
import dev.sandpool.mcp.tool.Answer;
import dev.sandpool.mcp.tool.FakeSandboxes;
import dev.sandpool.mcp.tool.Workplace;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClientSessionTest {

  private final AtomicLong nanos = new AtomicLong();
  private final ClientSession session =
      new ClientSession(
          new Workplace(new FakeSandboxes().sandboxes(), CreateRequest.of("default")), nanos::get);
  private final CountDownLatch started = new CountDownLatch(1);

  @Test
  void answersWhatTheCallAnswers() {
    assertThat(session.run(1, place -> Answer.failed("no"))).hasValue(Answer.failed("no"));
  }

  @Test
  void cancelledCallIsInterruptedAndHasNoAnswer() throws Exception {
    CompletableFuture<Optional<Answer>> call = run("7");
    started.await();
    session.cancel(7);
    session.cancel("other");
    assertThat(call).isNotDone();
    session.cancel("7");

    assertThat(call.get(10, TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  void threadIsLeftWithoutTheInterruptOfAnotherCall() {
    assertThat(
            session.run(
                1,
                place -> {
                  session.cancel(1);
                  return Answer.failed("too late");
                }))
        .isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();

    session.cancel(1);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void closingStopsWhatRunsAndRefusesMore() throws Exception {
    CompletableFuture<Optional<Answer>> call = run(1);
    started.await();
    session.close();

    assertThat(call.get(10, TimeUnit.SECONDS)).isEmpty();
    assertThat(session.run(2, place -> Answer.failed("ran")))
        .hasValue(Answer.failed("The session has ended; begin another one"));
  }

  @Test
  void isUnusedFromTheEndOfItsLastCallOn() throws Exception {
    Duration minute = Duration.ofMinutes(1);
    nanos.set(minute.toNanos() - 1);
    assertThat(session.isUnusedFor(minute)).isFalse();
    nanos.set(minute.toNanos());
    assertThat(session.isUnusedFor(minute)).isTrue();
    session.touch();
    assertThat(session.isUnusedFor(minute)).isFalse();

    CompletableFuture<Optional<Answer>> call = run(1);
    started.await();
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(session.isUnusedFor(minute)).isFalse();
    session.cancel(1);
    call.get(10, TimeUnit.SECONDS);
    assertThat(session.isUnusedFor(minute)).isFalse();
    nanos.addAndGet(minute.toNanos());
    assertThat(session.isUnusedFor(minute)).isTrue();
  }

  /** A call that runs until it is interrupted. */
  private CompletableFuture<Optional<Answer>> run(Object request) {
    return CompletableFuture.supplyAsync(
        () ->
            session.run(
                request,
                place -> {
                  started.countDown();
                  try {
                    new CountDownLatch(1).await();
                    return Answer.failed("it was not stopped");
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return Answer.failed("interrupted");
                  }
                }));
  }
}
