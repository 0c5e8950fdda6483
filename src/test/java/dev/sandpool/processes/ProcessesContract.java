package dev.sandpool.processes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.ExecFailedException;
import dev.sandpool.ExecRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.ProcessInfo;
import dev.sandpool.ProcessNotFoundException;
import dev.sandpool.ProcessOutput;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxProcesses;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What background processes do, whatever the back end. */
abstract class ProcessesContract {

  private static final int ALL = SandboxProcesses.MAX_OUTPUT_BYTES;

  abstract Sandbox sandbox();

  @Test
  void runsOnAndIsFoundByAnyHandle() {
    Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(1);

    ProcessInfo started = start("echo up; sleep 300");

    assertThat(started.running()).isTrue();
    assertThat(started.exitCode()).isEmpty();
    assertThat(started.startedAt()).isBetween(before, Instant.now().plusSeconds(1));
    assertThat(started.command()).isEqualTo("echo up; sleep 300");
    awaitOutput(started, "up\n");
    assertThat(sandbox().processes().list()).extracting(ProcessInfo::id).contains(started.id());
    assertThat(processes().stop(started.id())).isTrue();
  }

  @Test
  void outputIsReadPieceByPiece() {
    ProcessInfo started = start("printf 'one '; printf two >&2");
    awaitEnd(started);

    ProcessOutput first = processes().output(started.id(), 0, 3);
    ProcessOutput second = processes().output(started.id(), first.nextOffset(), ALL);

    assertThat(new String(first.bytes(), UTF_8)).isEqualTo("one");
    assertThat(first.ended()).isFalse();
    assertThat(new String(second.bytes(), UTF_8)).isEqualTo(" two");
    assertThat(second.ended()).isTrue();
    assertThat(processes().output(started.id(), 100, ALL).bytes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 127})
  void exitCodeIsKept(int code) {
    ProcessInfo started = start("exit " + code);

    assertThat(awaitEnd(started).exitCode()).hasValue(code);
  }

  @Test
  void inputIsWrittenAndEnded() {
    ProcessInfo started = start("cat; echo end");

    processes().write(started.id(), "a\n".getBytes(UTF_8));
    awaitOutput(started, "a\n");
    processes().write(started.id(), "b\n".getBytes(UTF_8));
    awaitOutput(started, "a\nb\n");
    processes().endInput(started.id());

    awaitOutput(started, "a\nb\nend\n");
    awaitEnd(started);
    assertThatThrownBy(() -> processes().write(started.id(), new byte[1]))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("ended");
  }

  @Test
  void inputOfTheRequestIsAllThereIs() {
    ProcessInfo started =
        processes().start(ExecRequest.builder("cat; echo end").stdin("whole\n").build());

    awaitEnd(started);
    awaitOutput(started, "whole\nend\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sleep 300", "trap '' TERM; sleep 300; sleep 300", "sleep 300 & sleep 300 & wait"})
  void stopEndsTheWholeGroup(String command) {
    ProcessInfo started = start(command + " # " + System.nanoTime());
    String group =
        sandbox().execute("cat /tmp/.sandpool-processes/" + started.id() + "/pid").stdout();

    assertThat(processes().stop(started.id())).isTrue();

    assertThat(awaitEnd(started).exitCode()).isPresent();
    await()
        .until(() -> !sandbox().execute("kill -0 -" + group.strip() + " 2>/dev/null").succeeded());
    assertThat(processes().stop(started.id())).isFalse();
  }

  @Test
  void stopOfACommandLeavesItRunning() {
    ProcessInfo started = start("sleep 300");

    sandbox().execute(ExecRequest.builder("sleep 60").timeout(Duration.ofMillis(300)).build());

    assertThat(processes().find(started.id())).get().matches(ProcessInfo::running);
    processes().stop(started.id());
  }

  @Test
  void takesDirectoryAndVariables() {
    ProcessInfo started =
        processes()
            .start(
                ExecRequest.builder("pwd; echo \"$GREETING\"; echo \"${sp_id-none}\"")
                    .workingDirectory("/tmp")
                    .environment("GREETING", "it's \"quoted\" $(id)\nline")
                    .build());

    awaitEnd(started);
    awaitOutput(started, "/tmp\nit's \"quoted\" $(id)\nline\nnone\n");
  }

  @Test
  void longCommandIsShownByItsBeginning() {
    String command = "echo 'quote\" é'\n" + ": " + "x".repeat(200_000);

    ProcessInfo started = start(command);

    assertThat(started.command()).startsWith("echo 'quote\" é' : xxx").hasSizeLessThan(210);
    awaitOutput(started, "quote\" é\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abcdefghij", "*", "../../etc", "", "a/b", "abc; touch x"})
  void unknownIdIsSaid(String id) {
    assertThat(processes().find(id)).isEmpty();
    assertThatThrownBy(() -> processes().output(id, 0, 1))
        .isInstanceOf(ProcessNotFoundException.class);
    assertThatThrownBy(() -> processes().stop(id)).isInstanceOf(ProcessNotFoundException.class);
  }

  @Test
  void boundsAreRefused() {
    assertThatThrownBy(
            () ->
                processes().start(ExecRequest.builder("ls").timeout(Duration.ofSeconds(1)).build()))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("timeout");
    assertThatThrownBy(() -> processes().start(ExecRequest.builder("ls").maxOutputBytes(1).build()))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("maxOutputBytes");
    assertThatThrownBy(() -> processes().output("abcdefghij", -1, 1))
        .isInstanceOf(InvalidValueException.class);
  }

  private SandboxProcesses processes() {
    return sandbox().processes();
  }

  private ProcessInfo start(String command) {
    return processes().start(ExecRequest.of(command));
  }

  private ProcessInfo awaitEnd(ProcessInfo started) {
    return await()
        .until(() -> processes().find(started.id()).orElseThrow(), info -> !info.running());
  }

  private void awaitOutput(ProcessInfo started, String expected) {
    await()
        .untilAsserted(
            () ->
                assertThat(new String(processes().output(started.id(), 0, ALL).bytes(), UTF_8))
                    .isEqualTo(expected));
  }
}
