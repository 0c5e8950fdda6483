package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SetupScriptTest {

  private static final Duration STARTUP = Duration.ofSeconds(10);

  private final FakeBackend backend = new FakeBackend();

  @Test
  void runsOnceBeforeTheSandboxIsHandedOut() {
    Scripted sandbox = new Scripted(ended(0), "done");

    assertThat(make(sandbox, Optional.of("pip install x"))).isEqualTo(sandbox.id());
    assertThat(sandbox.ran).isEqualTo("pip install x");
    assertThat(sandbox.timeout).isBetween(Duration.ZERO, STARTUP);
    assertThat(sandbox.destroyed).hasValue(0);
  }

  @Test
  void runsNothingWhereThereIsNone() {
    Scripted sandbox = new Scripted(ended(0), "");

    make(sandbox, Optional.empty());

    assertThat(sandbox.ran).isNull();
  }

  @Test
  void failureSaysTheEndOfTheOutputAndDestroysTheSandbox() {
    Scripted sandbox = new Scripted(ended(3), "x".repeat(5_000) + "\nno such package\n");

    assertThatThrownBy(() -> make(sandbox, Optional.of("pip install y")))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("set-up script of specification 'python' failed with exit code 3")
        .hasMessageContaining("no such package")
        .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(2_200));
    assertThat(sandbox.destroyed).hasValue(1);
  }

  @Test
  void oneThatTakesTooLongNamesTheKey() {
    Scripted sandbox =
        new Scripted(
            CompletableFuture.completedFuture(
                new CommandEnd(OptionalInt.empty(), true, false, STARTUP)),
            "");

    assertThatThrownBy(() -> make(sandbox, Optional.of("sleep 60")))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("not done within sandpool.spec.startup-timeout, 10 s")
        .hasMessageContaining("it printed nothing");
    assertThat(sandbox.destroyed).hasValue(1);
  }

  @Test
  void unknownEndIsNoSuccess() {
    Scripted sandbox =
        new Scripted(
            CompletableFuture.completedFuture(
                new CommandEnd(OptionalInt.empty(), false, false, STARTUP)),
            "");

    assertThatThrownBy(() -> make(sandbox, Optional.of("true")))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("nobody knows how");
  }

  @Test
  void lostSandboxIsAFailedStart() {
    Scripted sandbox =
        new Scripted(
            CompletableFuture.failedFuture(new SandboxLostException("it was deleted")), "");

    assertThatThrownBy(() -> make(sandbox, Optional.of("true")))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("could not be run (it was deleted)");
    assertThat(sandbox.destroyed).hasValue(1);
  }

  private String make(Scripted sandbox, Optional<String> script) {
    backend.maker = spec -> sandbox;
    SandboxSpec spec =
        new SandboxSpec(
            "python",
            "image",
            "/workspace",
            Map.of(),
            new SandboxSpec.Resources("1", "1", "1Gi", "1Gi", "1Gi", "1Gi"),
            STARTUP,
            script);
    return new SandboxMaker(backend, spec, lost -> {}, Listeners.NONE, System::nanoTime)
        .create()
        .id();
  }

  private static CompletableFuture<CommandEnd> ended(int exitCode) {
    return CompletableFuture.completedFuture(
        new CommandEnd(OptionalInt.of(exitCode), false, false, Duration.ZERO));
  }

  /** Prints something for any command, and ends it as told. */
  private static final class Scripted extends FakeBackend.FakeSandbox {
    private final CompletableFuture<CommandEnd> end;
    private final String output;
    private String ran;
    private Duration timeout;

    private Scripted(CompletableFuture<CommandEnd> end, String output) {
      super("python");
      this.end = end;
      this.output = output;
    }

    @Override
    public RunningCommand start(ShellCommand command, ByteSink sink) {
      ran = command.script();
      timeout = command.timeout();
      sink.accept(Stream.STDERR, output.getBytes(StandardCharsets.UTF_8));
      return new RunningCommand() {
        @Override
        public CompletableFuture<CommandEnd> end() {
          return end;
        }

        @Override
        public void cancel() {}
      };
    }
  }
}
