package dev.sandpool.backend;

import static dev.sandpool.backend.TestCommand.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.ExecFailedException;
import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalSize;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that have a terminal, and whoever types into it. */
public interface TerminalContract extends ContractSubject {

  Duration SOON = Duration.ofSeconds(20);

  @Test
  default void allThreeStreamsAreATerminal() {
    Screen screen = open(staying("test -t 0 && test -t 1 && test -t 2 && echo 'all three'"));

    assertThat(screen.shown()).isEqualTo("all three\r\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 100})
  default void exitCodeOfATerminalIsItsPrograms(int code) {
    assertThat(open("exit " + code).exitCode()).hasValue(code);
  }

  @Test
  default void programBeginsAsItIsTold() {
    Screen screen =
        new Screen(
            shared(),
            staying("printf '%s|' \"$PWD\" \"$TERM\" \"$ODD\"; stty size"),
            "/tmp",
            Map.of("ODD", "a'b\\c \"d\"\n\té $x"),
            new TerminalSize(132, 43));

    assertThat(screen.shown()).isEqualTo("/tmp|xterm-256color|a'b\\c \"d\"\r\n\té $x|43 132\r\n");
  }

  @Test
  default void aTerminalOfADirectoryThatIsNotThereIsRefused() {
    ManagedSandbox sandbox = shared();

    assertThatThrownBy(() -> new Screen(sandbox, "pwd", "/no/such", Map.of(), TerminalSize.DEFAULT))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("/no/such");
  }

  @Test
  default void commandOfATerminalMayBeLong() {
    String word = "x".repeat(150_000);
    Screen screen = open(staying("true " + word + "; echo end"));

    assertThat(screen.shown()).isEqualTo("end\r\n");
  }

  @Test
  default void withoutACommandItIsALoginShell() {
    Screen screen = open("");

    screen.type("case $- in *i*) echo inter''active;; esac; pwd\r");
    screen.await("interactive");
    screen.await("/workspace");
    screen.type("exit 3\r");

    assertThat(screen.exitCode()).hasValue(3);
  }

  @Test
  default void whatIsTypedIsShownAndRead() {
    Screen screen = open(staying("read -r line; echo \"<$line>\""));

    screen.type("grüße\r");

    assertThat(screen.shown()).isEqualTo("grüße\r\n<grüße>\r\n");
  }

  @Test
  default void newSizeIsSeenAndTold() {
    Screen screen =
        open(
            staying(
                "trap seen=1 WINCH; echo ready; until [ -n \"$seen\" ]; do sleep 0.1; done;"
                    + " stty size"));
    screen.await("ready");

    screen.terminal().resize(100, 50);

    assertThat(screen.shown()).endsWith("50 100\r\n");
  }

  @Test
  default void interruptReachesTheForegroundProcess() {
    Screen screen =
        open(
            staying(
                "trap 'echo shell lives' INT; sh -c 'echo ready; exec sleep 600';"
                    + " echo \"code $?\""));
    screen.await("ready");

    // Pressed until it is heard, as people do.
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofSeconds(3))
        .until(
            () -> {
              boolean heard = screen.text().contains("shell lives");
              if (!heard) {
                screen.type("\u0003");
              }
              return heard;
            });

    assertThat(screen.shown()).contains("shell lives").contains("code 130");
  }

  @Test
  default void muchThatIsShownIsWholeAndHeldBackWhileNobodyLooks() {
    CountDownLatch looking = new CountDownLatch(1);
    Screen screen = new Screen(shared(), staying("stty -onlcr; seq 1 300000; echo end"), looking);
    assertThat(screen.terminal().exit().toCompletableFuture()).isNotDone();

    looking.countDown();

    assertThat(screen.shown()).hasLineCount(300_001).startsWith("1\n2\n").endsWith("300000\nend\n");
  }

  @Test
  default void closingATerminalKillsWhatRunsInIt() {
    Screen screen =
        open(
            "echo $$ >/tmp/leader; trap '' HUP TERM; sh -c 'trap \"\" HUP TERM; sleep 600' & "
                + "echo $! >/tmp/job; echo ready; sleep 600; sleep 600");
    screen.await("ready");

    screen.terminal().close();
    screen.terminal().close();

    screen.awaitEnd();
    String look = "kill -0 $(cat /tmp/leader) $(cat /tmp/job) 2>/dev/null && echo alive";
    await().atMost(SOON).until(() -> run(shared(), look).stdout().isEmpty());
    assertThatThrownBy(() -> screen.type("x")).isInstanceOf(ExecFailedException.class);
  }

  @Test
  default void aTerminalThatEndedTakesNothingMore() {
    Screen screen = open("exit 0");
    screen.exitCode();

    assertThatThrownBy(() -> screen.type("x")).isInstanceOf(ExecFailedException.class);
    assertThatThrownBy(() -> screen.terminal().resize(80, 25))
        .isInstanceOf(ExecFailedException.class);
    screen.terminal().close();
    assertThat(screen.exitCode()).hasValue(0);
  }

  @Test
  default void aSizeThatCannotBeIsRefused() {
    Terminal terminal = open("sleep 600").terminal();

    assertThatThrownBy(() -> terminal.resize(0, 25))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("columns");
    terminal.close();
  }

  @Test
  default void endOfTheSandboxEndsItsTerminals() {
    shared();
    ManagedSandbox sandbox = fresh();
    Screen screen = new Screen(sandbox, "echo ready; sleep 600");
    screen.await("ready");

    killFromOutside(sandbox);

    assertThat(screen.failure()).isInstanceOf(SandboxLostException.class);
    await().atMost(SOON).until(() -> sandbox.lost().isPresent());
    assertThatThrownBy(() -> screen.type("x")).isInstanceOf(SandboxException.class);
    assertThatThrownBy(() -> new Screen(sandbox, "true")).isInstanceOf(SandboxLostException.class);
  }

  @Test
  default void destructionEndsTerminals() {
    shared();
    ManagedSandbox sandbox = fresh();
    Screen screen = new Screen(sandbox, "echo ready; sleep 600");
    screen.await("ready");

    sandbox.destroy();

    assertThat(screen.failure()).isInstanceOf(SandboxLostException.class);
  }

  /**
   * The program stays until all it has shown was seen: with sandboxd, what it shows last may go
   * with it.
   */
  private static String staying(String script) {
    return script + "\nprintf '" + Screen.LAST_IN_SHELL + "'; read -r key";
  }

  private Screen open(String command) {
    return new Screen(shared(), command);
  }
}
