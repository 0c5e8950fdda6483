package dev.sandpool.backend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandpool.Terminal;
import dev.sandpool.TerminalSize;
import dev.sandpool.backend.exec.TerminalCommand;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A terminal for a test, and all that it has shown. */
final class Screen {

  /** What a program shows last, before it waits for a key; as a shell's printf has it. */
  static final String LAST_IN_SHELL = "\\036";

  private static final String LAST = "\u001e";
  private static final int PATIENCE_SECONDS = 30;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final Terminal terminal;

  Screen(ManagedSandbox sandbox, String command) {
    this(sandbox, command, new CountDownLatch(0));
  }

  /** Nobody looks before the latch is open. */
  Screen(ManagedSandbox sandbox, String command, CountDownLatch looking) {
    terminal =
        sandbox.openTerminal(
            new TerminalCommand(command, "", Map.of(), TerminalSize.DEFAULT),
            bytes -> {
              TestInputs.awaitQuietly(looking);
              shown.writeBytes(bytes);
            });
  }

  Screen(
      ManagedSandbox sandbox,
      String command,
      String directory,
      Map<String, String> environment,
      TerminalSize size) {
    terminal =
        sandbox.openTerminal(
            new TerminalCommand(command, directory, environment, size), shown::writeBytes);
  }

  Terminal terminal() {
    return terminal;
  }

  void type(String text) {
    terminal.write(text.getBytes(UTF_8));
  }

  String text() {
    return shown.toString(UTF_8);
  }

  /** Waits until it shows some text. */
  void await(String text) {
    Awaitility.await(text)
        .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
        .until(() -> text().contains(text));
  }

  /** All that is shown up to what is shown last; then has the program end. */
  String shown() {
    await(LAST);
    String all = text();
    type("\r");
    assertThat(exitCode()).hasValue(0);
    return all.substring(0, all.indexOf(LAST));
  }

  OptionalInt exitCode() {
    try {
      return terminal.exit().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no exit code; it showed: " + text(), e);
    }
  }

  /** Waits for its end, however it ends. */
  void awaitEnd() {
    Throwable end =
        catchThrowable(
            () -> terminal.exit().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    if (!terminal.exit().toCompletableFuture().isDone()) {
      throw new AssertionError("it goes on", end);
    }
  }

  /** What it ends with. */
  Throwable failure() {
    Throwable error =
        catchThrowable(
            () -> terminal.exit().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    return error instanceof ExecutionException ? error.getCause() : error;
  }
}
