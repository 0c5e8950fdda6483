package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.ExecFailedException;
import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.OutputListener;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxLostException;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SandboxHandleTest {

  private static final ExecLimits LIMITS =
      new ExecLimits(Duration.ofSeconds(30), Duration.ofMinutes(1), 10, 20);

  private final Started started = new Started();
  private final List<ManagedSandbox> closed = new ArrayList<>();
  private final List<SandboxEvent> events = new ArrayList<>();
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final Sandbox sandbox =
      new SandboxHandle(
          started,
          null,
          handle -> null,
          LIMITS,
          new FreeTenancy(),
          closed::add,
          later::add,
          events::add);

  @Test
  void runsWithTheDefaults() {
    started.end.complete(ended());

    assertThat(sandbox.execute("ls").exitCode()).hasValue(0);

    assertThat(started.command.script()).isEqualTo("ls");
    assertThat(started.command.directory()).isEmpty();
    assertThat(started.command.stdin()).isEmpty();
    assertThat(started.command.timeout()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void cutsWhatIsAskedForToTheCaps() {
    CompletableFuture<ExecResult> result =
        sandbox
            .executeAsync(
                ExecRequest.builder("ls").timeout(Duration.ofDays(1)).maxOutputBytes(1000).build())
            .toCompletableFuture();
    started.print("x".repeat(50));
    started.end.complete(ended());
    runLater();

    assertThat(started.command.timeout()).isEqualTo(Duration.ofMinutes(1));
    assertThat(result.join().stdout()).hasSize(20);
    assertThat(result.join().droppedBytes()).isEqualTo(30);
  }

  @Test
  void cancellationOfTheFutureStopsTheCommand() {
    sandbox.executeAsync("sleep 60").toCompletableFuture().cancel(true);

    assertThat(started.cancelled).hasValue(1);
  }

  @Test
  void whatFollowsIsNotDoneByTheThreadThatEndsTheCommand() {
    List<String> done = new ArrayList<>();
    sandbox.executeAsync("ls").thenAccept(result -> done.add("then"));
    started.end.complete(ended());
    assertThat(done).isEmpty();

    runLater();
    assertThat(done).containsExactly("then");
  }

  @Test
  void whatFollowsOnAFailureIsNotEither() {
    List<Throwable> done = new ArrayList<>();
    SandboxLostException lost = new SandboxLostException("evicted");
    sandbox.executeAsync("ls").whenComplete((result, error) -> done.add(error.getCause()));
    started.end.completeExceptionally(lost);
    assertThat(done).isEmpty();

    runLater();
    assertThat(done).containsExactly(lost);
  }

  @Test
  void interruptionStopsTheCommand() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> sandbox.execute("sleep 60")).isInstanceOf(ExecFailedException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(started.cancelled).hasValue(1);
  }

  @Test
  void failuresReachTheCallerAsTheyAre() {
    SandboxLostException lost = new SandboxLostException("evicted");
    started.end.completeExceptionally(lost);

    assertThatThrownBy(() -> sandbox.execute("ls")).isSameAs(lost);
  }

  @Test
  void listenerSeesEverythingAsCharacters() {
    List<String> seen = new ArrayList<>();
    sandbox.executeAsync(
        ExecRequest.builder("ls").maxOutputBytes(1).build(), chunk -> seen.add(chunk.text()));

    started.print(new byte[] {'a', (byte) 0xc3});
    started.print(new byte[] {(byte) 0xa9, 'b'});

    assertThat(seen).containsExactly("a", "éb");
  }

  @Test
  void listenerThatFailsIsLeftAlone() {
    AtomicInteger calls = new AtomicInteger();
    OutputListener failing =
        chunk -> {
          calls.incrementAndGet();
          throw new IllegalStateException("this test's listener fails on purpose");
        };
    CompletableFuture<ExecResult> result =
        sandbox.executeAsync(ExecRequest.of("ls"), failing).toCompletableFuture();

    started.print("one");
    started.print("two");
    started.end.complete(ended());
    runLater();

    assertThat(calls).hasValue(1);
    assertThat(result.join().stdout()).isEqualTo("onetwo");
  }

  @Test
  void isOfNoUseOnceClosed() {
    sandbox.close();
    sandbox.close();

    assertThat(closed).containsExactly(started);
    assertThatThrownBy(() -> sandbox.execute("ls"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was closed");
    assertThatThrownBy(sandbox::files).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(sandbox::info).isInstanceOf(IllegalStateException.class);
    assertThat(sandbox.id()).isEqualTo(started.id());
  }

  private void runLater() {
    later.forEach(Runnable::run);
  }

  private static CommandEnd ended() {
    return new CommandEnd(OptionalInt.of(0), false, false, Duration.ZERO);
  }

  /** Takes one command and leaves its course to the test. */
  private static final class Started extends FakeBackend.FakeSandbox implements RunningCommand {
    private final CompletableFuture<CommandEnd> end = new CompletableFuture<>();
    private final AtomicInteger cancelled = new AtomicInteger();
    private ShellCommand command;
    private ByteSink sink;

    private Started() {
      super("default");
    }

    @Override
    public RunningCommand start(ShellCommand started, ByteSink output) {
      command = started;
      sink = output;
      return this;
    }

    @Override
    public CompletableFuture<CommandEnd> end() {
      return end;
    }

    @Override
    public void cancel() {
      cancelled.incrementAndGet();
    }

    void print(String text) {
      print(text.getBytes(StandardCharsets.UTF_8));
    }

    void print(byte[] bytes) {
      sink.accept(Stream.STDOUT, bytes);
    }
  }
}
