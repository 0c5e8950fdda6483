package dev.sandpool.kubernetes;

import static dev.sandpool.kubernetes.fixture.ExecBehaviour.deaf;
import static dev.sandpool.kubernetes.fixture.ExecBehaviour.deafAfterHello;
import static dev.sandpool.kubernetes.fixture.ExecBehaviour.opened;
import static dev.sandpool.kubernetes.fixture.ExecBehaviour.process;
import static dev.sandpool.kubernetes.fixture.ExecBehaviour.refused;
import static dev.sandpool.kubernetes.fixture.ExecBehaviour.scripted;
import static dev.sandpool.kubernetes.fixture.ExecBehaviour.unanswered;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.ExecFailedException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.backend.Outcome;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.Stdin;
import dev.sandpool.kubernetes.fixture.ExecBehaviour;
import dev.sandpool.kubernetes.fixture.ExecPeer;
import dev.sandpool.kubernetes.fixture.Wire;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a user sees when the exec transport misbehaves: an answer in time, and never a false one.
 */
@Timeout(20)
class ExecTransportTest {

  private ExecFixture fixture;

  @BeforeEach
  void start() {
    fixture = new ExecFixture();
  }

  /** Whatever happened, nothing may be left open; the last of it goes with the sandbox. */
  @AfterEach
  void nothingIsLeftOpen() {
    try {
      fixture.runner.close();
      await()
          .atMost(ExecFixture.BOUNDED)
          .untilAsserted(() -> assertThat(fixture.sockets.open()).isZero());
    } finally {
      fixture.close();
    }
  }

  @Test
  void healthyServerRunsCommands() {
    Outcome outcome = fixture.run("echo out; echo err >&2; exit 7");

    assertThat(outcome.stdout()).isEqualTo("out\n");
    assertThat(outcome.stderr()).isEqualTo("err\n");
    assertThat(outcome.exitCode()).isEqualTo(7);
  }

  @Test
  void framesMayBeCutAnywhereAndMeanNothing() {
    fixture.server.usually(process(Wire.SHREDDED));

    Outcome outcome = fixture.run("seq 1 200; seq 1 200 >&2; exit 3");

    String lines =
        Stream.iterate(1, i -> i + 1).limit(200).map(i -> i + "\n").reduce("", String::concat);
    assertThat(outcome.stdout()).isEqualTo(lines);
    assertThat(outcome.stderr()).isEqualTo(lines);
    assertThat(outcome.exitCode()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void catEndsWithItsInput(boolean old) {
    if (old) {
      fixture.server.onlyV4();
    }

    Outcome outcome = fixture.run("cat", Optional.of(Stdin.of("abc".getBytes(UTF_8))));

    assertThat(outcome.stdout()).isEqualTo("abc");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.end().duration()).isLessThan(ExecFixture.BOUNDED);
  }

  @Test
  void inputOfUnknownLengthIsRefusedWhereItCannotBeEnded() {
    fixture.server.onlyV4();
    Stdin stdin = Stdin.of(new ByteArrayInputStream("abc".getBytes(UTF_8)));

    assertThatThrownBy(() -> fixture.run("cat", Optional.of(stdin)))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("was not started")
        .hasMessageContaining("v4.channel.k8s.io")
        .hasMessageContaining("length");
  }

  /** One runtime ends processes without it early, and reports success. */
  @Test
  void everyStreamIsAskedForWithInput() {
    fixture.run("echo a; sleep 0.1; echo b");
    fixture.run("cat", Optional.of(Stdin.of("abc".getBytes(UTF_8))));

    assertThat(fixture.server.supervisors()).isPositive();
    assertThat(fixture.server.withoutInput()).isZero();
  }

  @Test
  void closeWithoutStatusAfterTheMarkerIsFine() {
    fixture.server.usually(
        scripted(
            (peer, marker) -> {
              peer.out("done\n" + marker + " 0\n");
              peer.err(marker + " 0\n");
              peer.close();
            }));

    Outcome outcome = fixture.run("echo done");

    assertThat(outcome.stdout()).isEqualTo("done\n");
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void closeWithoutStatusLeavesTheExitCodeUnknown() {
    fixture.server.usually(
        scripted(
            (peer, marker) -> {
              peer.out("part");
              peer.close();
            }));

    Outcome outcome = fixture.run("echo partial");

    assertThat(outcome.stdout()).isEqualTo("part");
    assertThat(outcome.end().exitCode()).isEmpty();
    assertThat(outcome.end().timedOut()).isFalse();
    assertThat(outcome.end().duration()).isLessThan(ExecFixture.BOUNDED);
  }

  @Test
  void successWithoutTheMarkerIsNoSuccess() {
    fixture.server.usually(
        scripted(
            (peer, marker) -> {
              peer.out("part");
              peer.exit(0);
              peer.out("ial\n" + marker + " 0\n");
              peer.close();
            }));

    assertThat(fixture.run("echo partial").end().exitCode()).isEmpty();
  }

  @Test
  void outputAfterTheStatusIsNotMissedInSilence() {
    fixture.server.usually(
        scripted(
            (peer, marker) -> {
              peer.err(marker + " 0\n");
              peer.exit(137);
              peer.out("late");
              peer.close();
            }));

    assertThat(fixture.run("x").end().exitCode()).hasValue(137);
  }

  @Test
  void droppedConnectionInMidOutputIsAnError() {
    fixture.server.usually(
        scripted(
            (peer, marker) -> {
              peer.out("part");
              throw peer.cut();
            }));

    assertThatThrownBy(() -> fixture.run("echo partial"))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("broke while the command ran")
        .hasMessageContaining("check before you repeat it");
  }

  @Test
  void droppedConnectionOfALostSandboxIsItsLoss() {
    fixture.lost = Optional.of("Sandbox pod is lost: it was deleted");
    fixture.server.usually(
        scripted(
            (peer, marker) -> {
              throw peer.cut();
            }));

    assertThatThrownBy(() -> fixture.run("echo partial"))
        .isInstanceOf(SandboxLostException.class)
        .hasMessageContaining("it was deleted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{nonsense",
        "null",
        "[]",
        "\"Success\"",
        "{}",
        "{\"status\":\"Failure\"}",
        "{\"status\":\"Failure\",\"details\":{\"causes\":[{\"reason\":\"ExitCode\"}]}}",
        "{\"status\":\"Failure\",\"details\":{\"causes\":[null]}}",
        "{\"status\":[]}"
      })
  void unreadableStatusIsAnErrorWithWords(String status) {
    fixture.server.usually(
        scripted(
            (peer, marker) -> {
              peer.status(status);
              peer.close();
            }));

    assertThatThrownBy(() -> fixture.run("x"))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("status")
        .hasMessageNotContaining("null)");
  }

  @Test
  void failureOfTheRuntimeIsToldInItsWords() {
    fixture.server.usually(
        opened(
            peer -> {
              peer.status("{\"status\":\"Failure\",\"message\":\"exec: /bin/sh not found\"}");
              peer.close();
            }));

    assertThatThrownBy(() -> fixture.run("x"))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("was not started")
        .hasMessageContaining("/bin/sh not found");
  }

  @Test
  void serverThatStopsAnsweringIsNoticed() {
    fixture.server.usually(deafAfterHello());

    assertThatThrownBy(() -> fixture.run("echo hi")).isInstanceOf(ExecFailedException.class);
  }

  static Stream<Arguments> silences() {
    return Stream.of(
        Arguments.of("no answer to the request", unanswered()),
        Arguments.of("no hello", deaf()),
        Arguments.of("no hello, but pongs", opened(peer -> {})));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("silences")
  void silentServerIsGivenUp(String name, ExecBehaviour silence) {
    fixture.server.usually(silence);

    assertThatThrownBy(() -> fixture.run("echo hi"))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("was not started");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("silences")
  void silentChannelIsReplaced(String name, ExecBehaviour silence) {
    fixture.server.next(silence);

    assertThat(fixture.run("echo hi").stdout()).isEqualTo("hi\n");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("silences")
  void waitingChannelThatNeverOpensIsLetGo(String name, ExecBehaviour silence) {
    fixture.server.next(silence);

    assertThatThrownBy(() -> fixture.runner.prepare().join());

    await()
        .atMost(ExecFixture.BOUNDED)
        .untilAsserted(() -> assertThat(fixture.sockets.open()).isZero());
  }

  @ParameterizedTest
  @CsvSource({
    "403,Forbidden,pods \"pod\" is forbidden: User \"u\" cannot create resource \"pods/exec\"",
    "404,NotFound,pods \"pod\" not found",
    "429,TooManyRequests,too many requests",
    "500,InternalError,etcd is tired"
  })
  void refusalIsToldInTheServersWords(int code, String reason, String message) {
    fixture.server.usually(refused(code, reason, message));

    assertThatThrownBy(() -> fixture.run("echo hi"))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("was not started")
        .hasMessageContaining("HTTP " + code)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"''", "<html>busy</html>", "null", "{}", "[]", "\"text\""})
  void refusalWithoutAStatusIsTold(String body) {
    fixture.server.usually(refused(500, body));

    assertThatThrownBy(() -> fixture.run("echo hi"))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("HTTP 500")
        .hasMessageNotContaining("null");
  }

  @ParameterizedTest
  @CsvSource({"403", "404", "429", "500"})
  void refusalsThatPassAreNotNoticed(int code) {
    fixture.server.next(refused(code, "Passing", "later"));

    assertThat(fixture.run("echo hi").stdout()).isEqualTo("hi\n");
  }

  @Test
  void waitingChannelThatDiedIsReplaced() {
    fixture.server.next(opened(peer -> peer.out("sandpool 999999999\n")));
    fixture.runner.prepare().join();

    fixture.server.cutConnections();
    await().untilAsserted(() -> assertThat(fixture.sockets.open()).isZero());

    assertThat(fixture.run("echo hi").stdout()).isEqualTo("hi\n");
    assertThat(fixture.server.supervisors()).isGreaterThan(1);
  }

  @Test
  void streamOutlivesTheTimeForItsOpening() {
    assertThat(fixture.run("sleep 1.5; echo hi").stdout()).isEqualTo("hi\n");
  }

  /** Two commands ended; one's supervisor says that it does not go on, the other's says nothing. */
  @Test
  void commandIsNotSentFromOneUnwillingChannelToTheNext() {
    List<Runnable> ends = new CopyOnWriteArrayList<>();
    List<Runnable> goodbyes = new CopyOnWriteArrayList<>();
    fixture.server.usually(
        scripted(
            (peer, marker) -> {
              goodbyes.add(() -> peer.out(marker + " 0\n"));
              Runnable end = () -> end(peer, marker);
              ends.add(end);
              if (ends.size() > 2) {
                end.run();
              }
            }));
    RunningCommand first = fixture.start("first", Optional.empty(), new Outcome());
    await().pollInterval(Duration.ofMillis(5)).until(() -> ends.size() == 1);
    RunningCommand second = fixture.start("second", Optional.empty(), new Outcome());
    await().pollInterval(Duration.ofMillis(5)).until(() -> ends.size() == 2);
    ends.get(0).run();
    TestCommand.await(first);
    RunningCommand third = fixture.start("third", Optional.empty(), new Outcome());
    ends.get(1).run();
    TestCommand.await(second);

    goodbyes.get(0).run();

    assertThat(TestCommand.await(third).exitCode()).hasValue(0);
  }

  @Test
  void manyFailuresLeaveNoThreads() {
    fixture.server.usually(refused(404, "NotFound", "pods \"pod\" not found"));
    failOften(5);
    int before = threads();

    failOften(50);

    assertThat(threads()).isLessThanOrEqualTo(before + 3);
    assertThat(fixture.sockets.open()).isLessThanOrEqualTo(1);
  }

  private static void end(ExecPeer peer, String marker) {
    peer.out(marker + " 0\n");
    peer.err(marker + " 0\n");
  }

  private void failOften(int times) {
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(() -> fixture.run("echo hi")).isInstanceOf(ExecFailedException.class);
    }
  }

  private static int threads() {
    return Thread.getAllStackTraces().size();
  }
}
