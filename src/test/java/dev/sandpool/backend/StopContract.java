package dev.sandpool.backend;

import static dev.sandpool.backend.TestCommand.command;
import static dev.sandpool.backend.TestCommand.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxLostException;
import dev.sandpool.backend.exec.RunningCommand;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that are stopped are really stopped, and those left behind are left alone. */
interface StopContract extends ContractSubject {

  Duration SECOND = Duration.ofSeconds(1);

  @Test
  default void timeoutAnswersAtOnceWithWhatWasPrinted() {
    Outcome outcome = command(shared(), "echo partial; sleep 5; echo hello").timeout(SECOND).run();

    assertThat(outcome.end().timedOut()).isTrue();
    assertThat(outcome.end().exitCode()).isEmpty();
    assertThat(outcome.stdout()).isEqualTo("partial\n");
    assertThat(outcome.end().duration()).isBetween(SECOND, Duration.ofSeconds(4));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleep NUMBER",
        "trap '' TERM; sleep NUMBER; sleep NUMBER",
        "sleep NUMBER & sleep NUMBER & wait",
        "sh -c 'trap \"\" TERM INT HUP; sleep NUMBER & wait; sleep NUMBER' | cat"
      })
  default void timeoutLeavesNoProcess(String script) {
    String number = uniqueNumber();
    Outcome outcome = command(shared(), script.replace("NUMBER", number)).timeout(SECOND).run();

    assertThat(outcome.end().timedOut()).isTrue();
    awaitGone(number);
  }

  @Test
  default void lastWordsOfAStoppedCommandAreKept() {
    String script = "trap 'echo bye; exit 0' TERM; while :; do sleep 0.1; done";

    assertThat(command(shared(), script).timeout(SECOND).run().stdout()).isEqualTo("bye\n");
  }

  @Test
  default void commandThatReadsForeverTimesOut() {
    Outcome outcome = command(shared(), "tail -f /dev/null").timeout(SECOND).run();

    assertThat(outcome.end().timedOut()).isTrue();
    assertThat(outcome.end().duration()).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  default void cancelKills() {
    String number = uniqueNumber();
    RunningCommand running = command(shared(), "sleep " + number).start(new Outcome());
    await().until(() -> isRunning(number));

    running.cancel();

    assertThatThrownBy(() -> TestCommand.await(running)).isInstanceOf(CancellationException.class);
    awaitGone(number);
  }

  @Test
  default void cancelBeforeTheStartRunsNothing() {
    for (int i = 0; i < 20; i++) {
      String number = uniqueNumber();
      RunningCommand running = command(shared(), "sleep " + number).start(new Outcome());
      running.cancel();
      assertThatThrownBy(() -> TestCommand.await(running))
          .isInstanceOf(CancellationException.class);
      awaitGone(number);
    }
  }

  @Test
  default void backgroundChildDoesNotHoldTheAnswerAndLivesOn() {
    String number = uniqueNumber();
    Outcome outcome = run(shared(), "sleep " + number + " & echo started");

    assertThat(outcome.stdout()).isEqualTo("started\n");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.end().duration()).isLessThan(Duration.ofSeconds(2));
    assertThat(isRunning(number)).isTrue();
  }

  @Test
  default void endOfTheSandboxEndsItsCommands() {
    ManagedSandbox sandbox = fresh();
    RunningCommand running = command(sandbox, "echo up; sleep 60").start(new Outcome());
    await().until(() -> run(sandbox, "true").exitCode() == 0);

    killFromOutside(sandbox);

    assertThatThrownBy(() -> running.end().get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(SandboxLostException.class);
    await().untilAsserted(() -> assertThat(sandbox.lost()).isPresent());
    assertThatThrownBy(() -> run(sandbox, "true")).isInstanceOf(SandboxLostException.class);
  }

  @Test
  default void destructionEndsCommands() {
    ManagedSandbox sandbox = fresh();
    RunningCommand running = command(sandbox, "sleep 60").start(new Outcome());

    sandbox.destroy();

    assertThatThrownBy(() -> TestCommand.await(running)).isInstanceOf(SandboxLostException.class);
    assertThatThrownBy(() -> run(sandbox, "true")).isInstanceOf(SandboxLostException.class);
  }

  private static String uniqueNumber() {
    return Long.toString(1_000_000 + (System.nanoTime() >>> 10) % 900_000_000);
  }

  private void awaitGone(String number) {
    await().atMost(Duration.ofSeconds(8)).until(() -> !isRunning(number));
  }

  /** Looks for a process with this number in its arguments; the search itself has it elsewhere. */
  private boolean isRunning(String number) {
    String script =
        "read -r n; for f in /proc/[0-9]*/cmdline; do"
            + " case $(tr '\\0' ' ' <\"$f\" 2>/dev/null) in *\"$n\"*) echo yes ;; esac; done";
    Outcome outcome = command(shared(), script).stdin((number + "\n").getBytes(UTF_8)).run();
    return outcome.stdout().contains("yes");
  }
}
