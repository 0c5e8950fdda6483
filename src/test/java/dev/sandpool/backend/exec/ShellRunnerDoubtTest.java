package dev.sandpool.backend.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandpool.ExecFailedException;
import dev.sandpool.SandboxLostException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A command ends even if nobody can find out what became of its sandbox. */
@Timeout(20)
class ShellRunnerDoubtTest {

  private static final ShellCommand COMMAND =
      new ShellCommand("true", "", Map.of(), Optional.empty(), Duration.ofMinutes(10));

  @Test
  void aLossThatIsThrownIsTheAnswer() {
    SandboxLostException lost = new SandboxLostException("Sandbox sp-1 is lost");

    assertThat(failure(thrown(lost))).isSameAs(lost);
  }

  @Test
  void aCheckThatBreaksEndsTheCommandWithWhatItThrew() {
    IllegalStateException broken = new IllegalStateException("the client is closed");

    assertThat(failure(thrown(broken)))
        .isInstanceOf(ExecFailedException.class)
        .hasCause(broken)
        .hasMessageContaining("the client is closed");
  }

  private static Supplier<Optional<String>> thrown(RuntimeException error) {
    return () -> {
      throw error;
    };
  }

  /** Of a command whose channels end as they begin. */
  private static Throwable failure(Supplier<Optional<String>> confirmLost) {
    ChannelFactory channels =
        (argv, listener) -> {
          listener.onEnd(ChannelEnd.broken(new IOException("connection reset")));
          return new DeadChannel();
        };
    try (ExecThreads threads = ExecThreads.create()) {
      ShellRunner runner = new ShellRunner(channels, confirmLost, threads, ExecTimings.DEFAULT);
      RunningCommand running = runner.start(COMMAND, (stream, bytes) -> {});
      Throwable failure = catchThrowable(() -> running.end().get(10, TimeUnit.SECONDS));
      assertThat(failure).isInstanceOf(ExecutionException.class);
      return failure.getCause();
    }
  }

  private static final class DeadChannel implements Channel {
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      throw new IOException("connection reset");
    }

    @Override
    public boolean canEndInput() {
      return true;
    }

    @Override
    public void endInput() {}

    @Override
    public void close() {}
  }
}
