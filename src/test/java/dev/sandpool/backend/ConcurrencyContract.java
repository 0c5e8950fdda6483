package dev.sandpool.backend;

import static dev.sandpool.backend.TestCommand.command;
import static dev.sandpool.backend.TestCommand.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.exec.RunningCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Many commands at once, and many one after another. */
interface ConcurrencyContract extends ContractSubject {

  @Test
  default void parallelCommandsDoNotMix() {
    List<Outcome> outcomes = new ArrayList<>();
    List<RunningCommand> running = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Outcome outcome = new Outcome();
      outcomes.add(outcome);
      running.add(
          command(shared(), "cat; echo e%1$d >&2; exit %1$d".formatted(i))
              .stdin("in%d".formatted(i).getBytes(UTF_8))
              .start(outcome));
    }

    for (int i = 0; i < 20; i++) {
      Outcome outcome = outcomes.get(i).ended(TestCommand.await(running.get(i)));
      assertThat(outcome.stdout()).isEqualTo("in" + i);
      assertThat(outcome.stderr()).isEqualTo("e" + i + "\n");
      assertThat(outcome.exitCode()).isEqualTo(i);
    }
  }

  @Test
  default void channelsOfCommandsSideBySideServeTheNextOnes() {
    Set<String> first = supervisorsOf(8);
    Set<String> second = supervisorsOf(8);

    // Whoever looks at the wrong moment may not be sure, and be replaced.
    assertThat(first).hasSize(8);
    second.retainAll(first);
    assertThat(second).hasSizeGreaterThanOrEqualTo(5);
  }

  private Set<String> supervisorsOf(int commands) {
    List<Outcome> outcomes = new ArrayList<>();
    List<RunningCommand> running = new ArrayList<>();
    for (int i = 0; i < commands; i++) {
      Outcome outcome = new Outcome();
      outcomes.add(outcome);
      running.add(command(shared(), "echo $PPID; sleep 1").start(outcome));
    }
    running.forEach(TestCommand::await);
    return outcomes.stream().map(Outcome::stdout).collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  default void commandsLeaveNoThreads() {
    for (int i = 0; i < 10; i++) {
      run(shared(), "true");
    }
    int before = Thread.activeCount();
    for (int i = 0; i < 200; i++) {
      assertThat(run(shared(), "exit 7").exitCode()).isEqualTo(7);
    }

    await()
        .atMost(Duration.ofSeconds(70))
        .untilAsserted(() -> assertThat(Thread.activeCount()).isLessThanOrEqualTo(before + 5));
  }
}
