package dev.sandpool.backend;

import static dev.sandpool.backend.TestCommand.command;
import static dev.sandpool.backend.TestCommand.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands mean what they say: text, directory, variables, exit code. */
interface CommandContract extends ContractSubject {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | 0",
        "exit 7 | 7",
        "exit 255 | 255",
        "no-such-program | 127",
        "/etc | 126",
        "sh -c 'kill -9 $$' | 137",
        "sh -c 'kill -TERM $$' | 143",
        "kill -9 $$ | 137",
        "if then | 2",
        "-x | 127"
      })
  default void exitCodeIsTheCommands(String script, int expected) {
    assertThat(run(shared(), script).exitCode()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void killedSupervisorIsAnAnswerNotAHang(boolean withInput) {
    TestCommand command = command(shared(), "echo before; kill -9 $PPID; sleep 1");
    Outcome outcome = (withInput ? command.stdin("abc".getBytes(UTF_8)) : command).run();

    assertThat(outcome.stdout()).isEqualTo("before\n");
    assertThat(outcome.end().exitCode()).isIn(OptionalInt.of(137), OptionalInt.empty());
    assertThat(outcome.end().timedOut()).isFalse();
    assertThat(shared().lost()).isEmpty();
  }

  @Test
  default void startsInTheGivenDirectory() {
    assertThat(run(shared(), "pwd").stdout()).isEqualTo("/workspace\n");
    assertThat(command(shared(), "pwd").in("").run().stdout()).isEqualTo("/workspace\n");
    assertThat(command(shared(), "pwd").in("/tmp").run().stdout()).isEqualTo("/tmp\n");
  }

  @Test
  default void startsInADirectoryWithASpecialName() {
    String name = "/tmp/it's a \\ \"dir\" $(id) %s\n*é";
    command(shared(), "mkdir -p \"$D\"").with("D", name).run();

    assertThat(command(shared(), "pwd").in(name).run().stdout()).isEqualTo(name + "\n");
  }

  @Test
  default void missingDirectoryIsNamedInTheError() {
    assertThatThrownBy(() -> command(shared(), "echo no").in("/no/such/place").run())
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("workingDirectory")
        .hasMessageContaining("/no/such/place");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "",
        " two  blanks ",
        "line\nline\n",
        "'single' \"double\" `tick`",
        "$(touch /tmp/hurt) ${HOME} $HOME",
        "back\\slash \\n \\0101 \\c",
        "100%s %d %%",
        "*",
        "é ü 漢字 🎈",
        "tab\tcr\rbell\u0007del\u007f"
      })
  default void variablesArriveAsTheyAre(String value) {
    Outcome outcome = command(shared(), "printf %s \"$VALUE\"").with("VALUE", value).run();

    assertThat(outcome.stdout()).isEqualTo(value);
  }

  @Test
  default void variablesMayHaveAnyName() {
    Outcome outcome =
        command(shared(), "echo \"$a $c $d $e $i $m $r $t $v $w $IFS\"")
            .with("a", "1")
            .with("c", "2")
            .with("d", "3")
            .with("e", "4")
            .with("i", "5")
            .with("m", "6")
            .with("r", "7")
            .with("t", "8")
            .with("v", "9")
            .with("w", "10")
            .with("IFS", "x")
            .run();

    assertThat(outcome.stdout())
        .isEqualTo("1 2 3 4 5 6 7 8 9 10 " + outcome.stdout().substring(21));
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  default void variablesDoNotStayForTheNextCommand() {
    command(shared(), "true").with("ONCE", "here").run();

    assertThat(run(shared(), "echo \"[$ONCE]\"").stdout()).isEqualTo("[]\n");
  }

  @Test
  default void pathOfACommandDoesNotHarmTheNext() {
    assertThat(command(shared(), "echo ok").with("PATH", "/none").run().stdout()).isEqualTo("ok\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "it's \"quoted\" \\ $HOME $(id) `id` 100%s",
        "line\n  line\n\nlast\n",
        "\\0101 \\n \\c",
        "é ü 漢字 🎈",
        "!history * ? [a]",
        "tab\tcr\rend"
      })
  default void commandTextArrivesAsItIs(String text) {
    String script = "cat <<'END_OF_TEXT'\n" + text + "\nEND_OF_TEXT\n";

    assertThat(run(shared(), script).stdout()).isEqualTo(text + "\n");
  }

  @Test
  default void newFilesAreReadableByOthers() {
    assertThat(run(shared(), "umask; : >/tmp/mode; stat -c %a /tmp/mode").stdout())
        .isEqualTo("0022\n644\n");
  }

  @Test
  default void namesAreExpanded() {
    Outcome outcome =
        run(shared(), "mkdir -p /tmp/glob && cd /tmp/glob && touch a b && echo * && echo ~");

    assertThat(outcome.stdout()).startsWith("a b\n/");
  }

  @ParameterizedTest
  @ValueSource(ints = {29_900, 30_100, 131_072, 200_000})
  default void longCommandsRun(int length) {
    String comment = "# " + "é".repeat(length / 2) + "\n";
    String script = "echo start\n" + comment + "for i in 1 2; do echo \"$i\"; done\nexit 9";
    Outcome outcome = run(shared(), script);

    assertThat(outcome.stdout()).isEqualTo("start\n1\n2\n");
    assertThat(outcome.exitCode()).isEqualTo(9);
  }

  @Test
  default void longCommandReadsStdin() {
    String script = ": " + "x".repeat(140_000) + "\ncat; echo \"$LAST\"";
    Outcome outcome =
        command(shared(), script).with("LAST", "z").stdin("abc\n".getBytes(UTF_8)).run();

    assertThat(outcome.stdout()).isEqualTo("abc\nz\n");
  }

  @Test
  default void endIsToldAtOnce() {
    Outcome outcome = run(shared(), "ls /");

    assertThat(outcome.stdout()).contains("tmp\n");
    assertThat(outcome.end().duration()).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  default void killThatIsNotForWantOfMemoryIsNotSaidToBe() {
    assertThat(run(shared(), "kill -9 $$").end().oomKilled()).isFalse();
  }

  @Test
  default void outputThatComesLateIsNotLost() {
    Outcome outcome = run(shared(), "echo a; sleep 1; echo b");

    assertThat(outcome.stdout()).isEqualTo("a\nb\n");
    assertThat(outcome.end().duration()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }
}
