package dev.sandpool.backend.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is what real shells read. */
class RequestFrameTest {

  private static final String SUPERVISOR = Scripts.load(ShellSession.class, "supervisor.sh");
  private static final String MARKER = "\u001emark";
  private static final InputWay NONE = new InputWay("none", OptionalLong.empty(), false);
  private static final InputWay OPEN = new InputWay("open", OptionalLong.empty(), true);
  private static final String DONE = MARKER + " 0\n";
  private static final String ODD =
      " it's \"x\" \\ \\n \\0101 \\c $(id) `id` 100%s *\ttab\n\nline é 漢🎈 ";

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void textAndVariablesArriveAsTheyAre(String shell) throws Exception {
    ShellCommand command =
        command(
            "printf '[%s]' \"$ODD\" '" + ODD.replace("'", "'\\''") + "'; exit 5",
            Map.of("ODD", ODD));

    assertThat(supervise(shell, command, OPEN, ""))
        .isEqualTo("[" + ODD + "][" + ODD + "]" + MARKER + " 5\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void longCommandsRunTheSame(String shell) throws Exception {
    String script = ": " + "x".repeat(150_000) + "\necho \"$sp_m$sp_t$A\" *[.]sh; cat; exit 6";

    assertThat(supervise(shell, command(script, Map.of("A", "a")), OPEN, "in"))
        .isEqualTo("a *[.]sh\nin" + MARKER + " 6\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void variablesCannotHarmTheSupervisor(String shell) throws Exception {
    Map<String, String> harmful =
        Map.of("IFS", "0", "PATH", "/none", "m", "x", "i", "3", "t", "y", "OPTIND", "9");

    assertThat(supervise(shell, command("echo \"$m$i$t\"", harmful), OPEN, ""))
        .isEqualTo("x3y\n" + MARKER + " 0\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void lengthStandsInForTheEndOfInput(String shell) throws Exception {
    ShellCommand command =
        new ShellCommand(
            "cat", "/", Map.of(), Optional.of(Stdin.of("abc".getBytes(UTF_8))), Duration.ZERO);

    assertThat(supervise(shell, command, InputWay.of(command.stdin(), true, true), "abcdef"))
        .isEqualTo("abc" + MARKER + " 0\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void missingDirectoryHasAWordOfItsOwn(String shell) throws Exception {
    ShellCommand command =
        new ShellCommand("echo no", "/no\n/such", Map.of(), Optional.empty(), Duration.ZERO);

    assertThat(supervise(shell, command, OPEN, "")).isEqualTo(MARKER + " cd\n");
  }

  @Test
  void bytesThatAreNoTextTravelAsBytes() {
    ShellCommand command =
        new ShellCommand(
            "true",
            "/\uDCFF",
            Map.of("p", "/\uD83D\uDE00\uDC80"),
            Optional.empty(),
            Duration.ofSeconds(1));
    String frame = new String(RequestFrame.encode("m", command, NONE), StandardCharsets.UTF_8);
    assertThat(frame).isEqualTo("m\n/\\0377\np=/\uD83D\uDE00\\0200\nnone\ntrue\n");
  }

  @Test
  void inputWithoutLengthNeedsAnEnd() {
    ShellCommand command =
        new ShellCommand(
            "cat",
            "/",
            Map.of(),
            Optional.of(Stdin.of(InputStream.nullInputStream())),
            Duration.ZERO);

    assertThatThrownBy(() -> InputWay.of(command.stdin(), true, false))
        .hasMessageContaining("v4.channel.k8s.io")
        .hasMessageContaining("length");
  }

  private static ShellCommand command(String script, Map<String, String> environment) {
    return new ShellCommand(
        script, "/", environment, Optional.of(Stdin.of(new byte[0])), Duration.ofSeconds(10));
  }

  /** Runs the supervisor in a shell; returns its standard output between hello and goodbye. */
  private static String supervise(String shell, ShellCommand command, InputWay way, String input)
      throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>();
    Path program = Path.of("/usr/bin", shell);
    assumeTrue(Files.isExecutable(program), shell + " is not installed");
    argv.add(program.toString());
    if (shell.equals("busybox")) {
      argv.add("sh");
    }
    argv.addAll(List.of("-c", SUPERVISOR));
    Process process =
        new ProcessBuilder(argv).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(RequestFrame.encode(MARKER, command, way));
      stdin.write(input.getBytes(UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(output).startsWith("sandpool " + process.pid() + " head\n");
    // Input may be left over, so it does not wait for another command.
    assertThat(output).endsWith(DONE);
    return output.substring(output.indexOf('\n') + 1, output.length() - DONE.length());
  }
}
