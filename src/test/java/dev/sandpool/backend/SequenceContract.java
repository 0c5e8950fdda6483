package dev.sandpool.backend;

import static dev.sandpool.backend.TestCommand.command;
import static dev.sandpool.backend.TestCommand.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.ExecFailedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A command is not touched by those before it, though one shell may run them all. */
interface SequenceContract extends ContractSubject {

  @Test
  default void stateOfTheShellEndsWithItsCommand() {
    ManagedSandbox sandbox = fresh();

    run(sandbox, "cd /tmp; export LEFT=over; IFS=x; set -u; umask 0; alias ls=false; PATH=/none");
    command(sandbox, "true").with("GIVEN", "once").in("/tmp").run();
    Outcome next = run(sandbox, "pwd; echo \"${LEFT-unset} ${GIVEN-unset}\"; ls /dev/null; umask");

    assertThat(next.stdout())
        .startsWith("/workspace\nunset unset\n/dev/null\n")
        .doesNotEndWith("0000\n");
    assertThat(next.stderr()).isEmpty();
  }

  @Test
  default void outputOfWhatWasLeftBehindIsNotTheNextCommands() {
    ManagedSandbox sandbox = fresh();
    run(sandbox, "(while :; do echo noise; echo noise >&2; done) & echo started");

    for (int i = 0; i < 10; i++) {
      Outcome next = run(sandbox, "echo " + i);
      assertThat(next.stdout()).isEqualTo(i + "\n");
      assertThat(next.stderr()).isEmpty();
    }
  }

  @Test
  default void greetingOfWhatWasLeftBehindIsNotTheSupervisors() {
    ManagedSandbox sandbox = fresh();
    run(sandbox, "(while :; do echo 'sandpool 1'; done) & echo started");

    for (int i = 0; i < 5; i++) {
      assertThat(run(sandbox, "echo " + i).stdout()).isEqualTo(i + "\n");
    }
  }

  @Test
  default void timeoutSparesWhatEarlierCommandLeftRunning() {
    ManagedSandbox sandbox = fresh();
    run(sandbox, "sleep 300 >/dev/null 2>&1 </dev/null & echo $! >/tmp/pid");

    Outcome stopped = command(sandbox, "sleep 60").timeout(Duration.ofMillis(300)).run();

    assertThat(stopped.end().timedOut()).isTrue();
    assertThat(run(sandbox, "kill -0 $(cat /tmp/pid)").exitCode()).isZero();
  }

  @Test
  default void commandAfterStoppedOneRuns() {
    ManagedSandbox sandbox = fresh();
    command(sandbox, "sleep 60").timeout(Duration.ofMillis(200)).run();

    assertThat(run(sandbox, "echo on").stdout()).isEqualTo("on\n");
  }

  @Test
  default void commandAfterKilledShellRuns() {
    ManagedSandbox sandbox = fresh();
    run(sandbox, "kill -9 $PPID");

    await().untilAsserted(() -> assertThat(run(sandbox, "echo on").stdout()).isEqualTo("on\n"));
  }

  @Test
  default void waitingShellThatIsKilledIsReplaced() {
    ManagedSandbox sandbox = fresh();
    run(sandbox, "echo $PPID >/tmp/waiting");
    run(sandbox, "sh -c 'sleep 0.3; kill -9 $(cat /tmp/waiting)' >/dev/null 2>&1 &");

    // A command that was on its way to that shell is told so, and is repeated.
    await()
        .pollDelay(Duration.ofMillis(500))
        .ignoreExceptionsInstanceOf(ExecFailedException.class)
        .untilAsserted(() -> assertThat(run(sandbox, "echo on").stdout()).isEqualTo("on\n"));
  }

  @Test
  default void inputThatWasLeftOverIsNotTheNextCommand() {
    ManagedSandbox sandbox = fresh();
    command(sandbox, "read -r line; echo $line")
        .stdin("one\nm\n\n\nnone\necho two\n".getBytes(java.nio.charset.StandardCharsets.UTF_8))
        .run();

    assertThat(run(sandbox, "echo three").stdout()).isEqualTo("three\n");
  }
}
