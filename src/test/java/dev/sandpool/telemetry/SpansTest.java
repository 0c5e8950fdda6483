package dev.sandpool.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.Acquired;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolExhaustedException;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxEvent.Borrowed;
import dev.sandpool.SandboxEvent.Source;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.SandboxBackend;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What traces show of borrowing, making and running. */
class SpansTest {

  private final Recorder recorder = new Recorder();
  private final Telemetry telemetry = new Telemetry(recorder.telemetry());
  private final ScriptedSandboxes sandboxes = new ScriptedSandboxes();
  private final SandboxSpec spec = Stubs.spec();

  @AfterEach
  void shutDown() {
    recorder.close();
  }

  @Test
  void commandsAndBorrowingAreBelowTheirCaller() {
    SandboxBackend backend = telemetry.traced(sandboxes.backend());
    sandboxes.onCreate = () -> backend.create(spec);

    Span caller = recorder.telemetry().getTracer("test").spanBuilder("caller").startSpan();
    Spans.below(caller, () -> borrow().execute("true"));
    caller.end();

    SpanData borrow = only("sandpool.borrow");
    assertThat(borrow.getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
    assertThat(only("sandpool.create").getParentSpanId()).isEqualTo(borrow.getSpanId());
    assertThat(only("sandpool.exec").getParentSpanId())
        .isEqualTo(caller.getSpanContext().getSpanId());
    assertThat(recorder.spans())
        .extracting(SpanData::getTraceId)
        .containsOnly(caller.getSpanContext().getTraceId());
  }

  @Test
  void borrowingTellsWhichAndWhereFrom() {
    sandboxes.onCreate =
        () ->
            telemetry
                .listener()
                .accept(new Borrowed("python", "sp-1", Source.SHARED, Duration.ofMillis(3)));

    borrow();

    assertThat(only("sandpool.borrow").getAttributes().asMap())
        .isEqualTo(
            Attributes.of(Names.POOL, "python", Names.SANDBOX, "sp-1", Names.SOURCE, "shared")
                .asMap());
  }

  @Test
  void findingTheSandboxOfAKeyIsAboveBorrowingOne() {
    SandboxBackend backend = telemetry.traced(sandboxes.backend());
    sandboxes.onCreate = () -> backend.create(spec);

    Acquired acquired = getOrCreate();
    acquired.sandbox().execute("true");

    SpanData span = only("sandpool.get-or-create");
    assertThat(span.getAttributes().asMap())
        .isEqualTo(Attributes.of(Names.POOL, "python", Names.SANDBOX, "sp-1").asMap());
    assertThat(only("sandpool.create").getParentSpanId()).isEqualTo(span.getSpanId());
    assertThat(only("sandpool.exec").getAttributes().get(Names.SANDBOX)).isEqualTo("sp-1");
  }

  @Test
  void whatBecameOfTheSandboxBeforeIsStillTold() {
    Acquired acquired = getOrCreate();

    assertThat(acquired.origin()).isEqualTo(Acquired.Origin.REPLACED);
    assertThat(acquired.reason()).contains("it expired");
  }

  @Test
  void failureToFindTheSandboxOfAKeyIsAnErrorByItsCode() {
    sandboxes.createError = new BackendUnavailableException("no cluster");

    assertThatThrownBy(this::getOrCreate).isSameAs(sandboxes.createError);

    assertError(only("sandpool.get-or-create"), "backend_unavailable");
  }

  /** A key may be a person's name. */
  @Test
  void keysAreNotInTheTrace() {
    getOrCreate();

    assertThat(recorder.spans()).hasSize(1);
    assertThat(recorder.spans().toString()).doesNotContain("thread 7");
  }

  @Test
  void refillingHasATraceOfItsOwn() {
    telemetry.traced(sandboxes.backend()).prepare(spec);

    SpanData create = only("sandpool.create");
    assertThat(create.getParentSpanContext().isValid()).isFalse();
    assertThat(create.getAttributes().asMap())
        .isEqualTo(Attributes.of(Names.POOL, "python", Names.SANDBOX, "sp-1").asMap());
  }

  @Test
  void failuresAreErrorsByTheirCode() {
    sandboxes.createError = new PoolExhaustedException("all in use");
    assertThatThrownBy(this::borrow).isSameAs(sandboxes.createError);
    sandboxes.createError = new BackendUnavailableException("no cluster");
    assertThatThrownBy(() -> telemetry.traced(sandboxes.backend()).create(spec))
        .isSameAs(sandboxes.createError);

    assertError(only("sandpool.borrow"), "pool_exhausted");
    assertError(only("sandpool.create"), "backend_unavailable");
  }

  @Test
  void commandTellsHowItEnded() {
    sandboxes.result = CompletableFuture.completedFuture(Results.exit(3));

    borrow().execute("exit 3");

    SpanData exec = only("sandpool.exec");
    assertThat(exec.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(exec.getAttributes().asMap())
        .isEqualTo(
            Attributes.of(
                    Names.POOL, "python",
                    Names.SANDBOX, "sp-1",
                    Names.EXIT_CODE, 3L,
                    Names.OUTCOME, "failure")
                .asMap());
  }

  @Test
  void timeoutIsAnErrorWithoutExitCode() {
    sandboxes.result = CompletableFuture.completedFuture(Results.timeout());

    borrow().executeAsync("sleep 9");

    SpanData exec = only("sandpool.exec");
    assertError(exec, "timeout");
    assertThat(exec.getAttributes().get(Names.OUTCOME)).isEqualTo("timeout");
    assertThat(exec.getAttributes().get(Names.EXIT_CODE)).isNull();
  }

  @Test
  void endWithoutExitCodeIsAnError() {
    sandboxes.result = CompletableFuture.completedFuture(Results.unknown());

    borrow().execute("true");

    SpanData exec = only("sandpool.exec");
    assertError(exec, "exit_code_unknown");
    assertThat(exec.getAttributes().get(Names.OUTCOME)).isEqualTo("error");
  }

  @Test
  void lossIsAnErrorHoweverItIsTold() {
    SandboxLostException loss = new SandboxLostException("node gone");
    for (Throwable told : new Throwable[] {loss, new CompletionException(loss)}) {
      sandboxes.result = CompletableFuture.failedFuture(told);
      borrow().executeAsync("true");
    }
    assertThatThrownBy(() -> borrow().execute("true")).isSameAs(loss);

    assertThat(recorder.spans("sandpool.exec"))
        .hasSize(3)
        .allSatisfy(span -> assertError(span, "sandbox_lost"));
  }

  @Test
  void spanOfACommandEndsWithIt() {
    sandboxes.result = new CompletableFuture<>();

    borrow().executeAsync("sleep 1");
    assertThat(recorder.spans("sandpool.exec")).isEmpty();

    sandboxes.result.complete(Results.exit(0));
    assertThat(only("sandpool.exec").getAttributes().get(Names.OUTCOME)).isEqualTo("success");
  }

  @Test
  void whoCancelsReachesTheCommand() {
    sandboxes.result = new CompletableFuture<>();

    borrow().executeAsync("sleep 9").toCompletableFuture().cancel(true);

    assertThat(sandboxes.result).isCancelled();
    SpanData exec = only("sandpool.exec");
    assertThat(exec.getAttributes().get(Names.OUTCOME)).isEqualTo("cancelled");
    assertThat(exec.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
  }

  @Test
  void foundSandboxHasSpansToo() {
    Sandbox found = telemetry.traced(sandboxes.sandboxes()).find("sp-1").orElseThrow();

    found.execute("true");

    assertThat(only("sandpool.exec").getAttributes().get(Names.POOL)).isEqualTo("python");
  }

  /** Traces go further than logs do; and an error may repeat what it refuses. */
  @Test
  void nothingOfTheCommandIsInTheTrace() {
    sandboxes.result =
        CompletableFuture.failedFuture(
            new InvalidValueException("command", "echo s3cret", "give one"));

    borrow()
        .executeAsync(ExecRequest.builder("echo s3cret").environment("TOKEN", "s3cret").build());
    assertThatThrownBy(() -> borrow().execute("echo s3cret")).hasMessageContaining("s3cret");

    assertThat(recorder.spans("sandpool.exec")).hasSize(2);
    assertThat(recorder.spans().toString()).doesNotContain("s3cret", "TOKEN");
  }

  @Test
  void resultIsTheSandboxsOwn() {
    ExecResult result = Results.exit(0);
    sandboxes.result = CompletableFuture.completedFuture(result);

    assertThat(borrow().execute("true")).isSameAs(result);
    assertThat(borrow().executeAsync("true")).isSameAs(sandboxes.result);
  }

  private Sandbox borrow() {
    return telemetry.traced(sandboxes.sandboxes()).create(CreateRequest.of("python"));
  }

  private Acquired getOrCreate() {
    return telemetry
        .traced(sandboxes.sandboxes())
        .getOrCreate(CreateRequest.of("python").withKey("thread 7"));
  }

  private SpanData only(String name) {
    assertThat(recorder.spans(name)).hasSize(1);
    return recorder.spans(name).get(0);
  }

  private static void assertError(SpanData span, String type) {
    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(span.getAttributes().get(Names.ERROR_TYPE)).isEqualTo(type);
    assertThat(span.getEvents()).isEmpty();
  }
}
