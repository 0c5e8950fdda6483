package dev.sandpool.kubernetes.claim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.Outcome;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.backend.exec.Stdin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands over the legacy runtime's API, with shells of this machine behind it. */
class LegacyCommandsTest {

  private final LegacyServer server = new LegacyServer(5, "/usr/bin:/bin");
  private final LegacyCrowd crowd = new LegacyCrowd();
  private final ExecThreads threads = ExecThreads.create();
  private final ShellRunner runner =
      new ShellRunner(
          (argv, listener) -> LegacyChannel.open(server.execute(), crowd, argv, listener, threads),
          Optional::empty,
          threads,
          new ExecTimings(Duration.ofSeconds(10), Duration.ofMillis(200)));

  @AfterEach
  void close() {
    runner.close();
    // At once mostly; where the call that tells it to leave is lost, when nobody asks any more.
    await().atMost(Duration.ofSeconds(100)).until(() -> server.directories().isEmpty());
    threads.close();
    server.close();
  }

  @Test
  void streamsAndExitCodeAreExact() throws Exception {
    Outcome outcome = run("printf out; printf err >&2; exit 7", Optional.empty());

    assertThat(outcome.stdout()).isEqualTo("out");
    assertThat(outcome.stderr()).isEqualTo("err");
    assertThat(outcome.exitCode()).isEqualTo(7);
  }

  @Test
  void waitingChannelDoesNotAsk() throws Exception {
    runner.prepare().get(10, TimeUnit.SECONDS);
    int before = server.calls();

    await().during(Duration.ofSeconds(2)).until(() -> server.calls() == before);
  }

  @Test
  void anyBytesPass() throws Exception {
    byte[] bytes = new byte[1_000_000];
    new Random(1).nextBytes(bytes);

    Outcome outcome = run("cat", Optional.of(Stdin.of(bytes)));

    assertThat(outcome.stdoutBytes()).isEqualTo(bytes);
  }

  @Test
  void muchOutputArrives() throws Exception {
    Outcome outcome = run("seq 1 200000; echo end >&2", Optional.empty());

    assertThat(outcome.stdout().lines().count()).isEqualTo(200_000);
    assertThat(outcome.stderr()).isEqualTo("end\n");
  }

  @Test
  void lostAnswersAreAskedForAgain() throws Exception {
    byte[] bytes = new byte[300_000];
    new Random(2).nextBytes(bytes);
    server.loseAnswers(4);

    Outcome outcome =
        run(
            "cat; echo x >>/tmp/sandpool-once; wc -l </tmp/sandpool-once >&2; rm /tmp/sandpool-once",
            Optional.of(Stdin.of(bytes)));

    assertThat(outcome.stdoutBytes()).isEqualTo(bytes);
    assertThat(outcome.stderr().strip()).isEqualTo("1");
  }

  @Test
  void timeoutKills() throws Exception {
    Outcome outcome = new Outcome();
    CommandEnd end =
        runner
            .start(
                command("echo partial; sleep 60", Optional.empty(), Duration.ofSeconds(1)), outcome)
            .end()
            .get(20, TimeUnit.SECONDS);

    assertThat(end.timedOut()).isTrue();
    assertThat(outcome.stdout()).isEqualTo("partial\n");
    assertThat(end.duration()).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void slowListenerHoldsTheProcessBack() throws Exception {
    Path written = Files.createTempFile("sandpool", "written");
    written.toFile().setWritable(true, false);
    ByteSink slow =
        (stream, bytes) -> {
          await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
          throw new IllegalStateException("enough");
        };
    runner.start(
        command(
            "i=0; while [ $i -lt 400 ]; do head -c 65536 /dev/zero; i=$((i+1)); echo $i >"
                + written
                + "; done",
            Optional.empty(),
            Duration.ofSeconds(30)),
        slow);

    await()
        .during(Duration.ofMillis(500))
        .atMost(Duration.ofSeconds(2))
        .until(() -> count(written) < 40);
  }

  private static int count(Path file) throws IOException {
    String text = Files.readString(file).strip();
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  @Test
  void backgroundChildDoesNotHoldTheAnswer() throws Exception {
    Outcome outcome = run("sleep 3 & echo started", Optional.empty());

    assertThat(outcome.stdout()).isEqualTo("started\n");
    assertThat(outcome.end().duration()).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void channelsThatAreClosedAtWhateverMomentLeaveNothing() throws Exception {
    for (int millis = 0; millis < 150; millis += 7) {
      ShellRunner brief =
          new ShellRunner(
              (argv, listener) ->
                  LegacyChannel.open(server.execute(), crowd, argv, listener, threads),
              Optional::empty,
              threads,
              ExecTimings.DEFAULT);
      CompletableFuture<Void> ready = brief.prepare();
      await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
      brief.close();
      assertThat(ready.handle((done, error) -> true)).succeedsWithin(Duration.ofSeconds(10));
    }

    await()
        .during(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(10))
        .until(() -> server.directories().isEmpty());
  }

  private Outcome run(String script, Optional<Stdin> stdin) throws Exception {
    Outcome outcome = new Outcome();
    return outcome.ended(
        runner
            .start(command(script, stdin, Duration.ofSeconds(30)), outcome)
            .end()
            .get(40, TimeUnit.SECONDS));
  }

  private static ShellCommand command(String script, Optional<Stdin> stdin, Duration timeout) {
    return new ShellCommand(script, "", Map.of(), stdin, timeout);
  }
}
