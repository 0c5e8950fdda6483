package dev.sandpool.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.ExecFailedException;
import dev.sandpool.FileDownloaded;
import dev.sandpool.FileFailure;
import dev.sandpool.FileUpload;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxLostException;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.Stdin;
import dev.sandpool.local.HostShell;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of many files when the way to the sandbox, or the sandbox itself, is bad. */
class BatchTransportTest {

  private static final int COUNT = 5;

  private final HostShell shell = new HostShell("/usr/bin:/bin", List.of("/bin/sh"));
  private final AtomicInteger commands = new AtomicInteger();
  private final Set<String> ids = new HashSet<>();
  private Path directory;

  @BeforeEach
  void makeDirectory(@TempDir Path temporary) throws IOException {
    directory = HostShell.directory(temporary);
  }

  @AfterEach
  void close() {
    shell.close();
  }

  @Test
  void whatWasDamagedIsSentOnceMore() throws IOException {
    SandboxFiles files = onFirst(BatchTransportTest::cutShort);

    assertThat(files.uploadAll(uploads())).allMatch(result -> result.failure().isEmpty());

    assertThatAllAreThere();
    // The one that carried all, and one for the last file, of which the end was missing.
    assertThat(commands).hasValue(2);
  }

  @Test
  void whatWasNotHeardOfIsSentAlone() throws IOException {
    SandboxFiles files =
        starting(
            (number, command, sink) ->
                number == 1 ? ended(OptionalInt.empty()) : shell.runner().start(command, sink));

    assertThat(files.uploadAll(uploads())).allMatch(result -> result.failure().isEmpty());

    assertThatAllAreThere();
    assertThat(commands).hasValue(1 + 1 + COUNT); // The second one tidied up.
  }

  @Test
  void whatWasSaidBeforeTheEndCounts() throws IOException {
    // The second file's own script kills the one that goes through them all.
    SandboxFiles files =
        onFirst(
            command ->
                with(
                    command,
                    command.script().replace("at=$((", "[ $i -lt 1 ] || kill -9 $$\nat=$((")));

    assertThat(files.uploadAll(uploads())).allMatch(result -> result.failure().isEmpty());

    assertThatAllAreThere();
    assertThat(commands).hasValue(1 + 1 + COUNT - 2);
  }

  @Test
  void placesWithoutTemporaryDirectoryDoWithoutIt() throws IOException {
    SandboxFiles files =
        onFirst(command -> with(command, command.script().replace("=/tmp/", "=/no/such/")));

    assertThat(files.uploadAll(uploads())).allMatch(result -> result.failure().isEmpty());

    assertThatAllAreThere();
  }

  @Test
  void lostSandboxIsSaidToBeLost() {
    shell.runner().lost("its node went away");
    SandboxFiles files = starting((number, command, sink) -> shell.runner().start(command, sink));

    assertThatThrownBy(() -> files.uploadAll(uploads())).isInstanceOf(SandboxLostException.class);
    assertThatThrownBy(() -> files.downloadAll(paths())).isInstanceOf(SandboxLostException.class);
  }

  @Test
  void oneBrokenConnectionIsOneFilesOwn() throws IOException {
    uploaded();
    SandboxFiles files =
        starting(
            (number, command, sink) ->
                number == 2 ? broken() : shell.runner().start(command, sink));

    List<FileDownloaded> results = files.downloadAll(paths());

    assertThat(results)
        .extracting(result -> result.failure().map(FileFailure::code).orElse(""))
        .containsExactly("", "exec_failed", "", "", "");
  }

  @Test
  void connectionsThatKeepBreakingEndItAll() {
    SandboxFiles files = starting((number, command, sink) -> broken());

    assertThatThrownBy(() -> files.downloadAll(paths())).isInstanceOf(ExecFailedException.class);
    assertThat(commands).hasValue(2);
    assertThatThrownBy(() -> files.uploadAll(uploads())).isInstanceOf(ExecFailedException.class);
    assertThat(commands.get()).isLessThan(10);
  }

  @Test
  void interruptedCallerIsLetGo() {
    SandboxFiles files = starting((number, command, sink) -> shell.runner().start(command, sink));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> files.uploadAll(uploads())).isInstanceOf(ExecFailedException.class);
    assertThatThrownBy(() -> files.downloadAll(paths())).isInstanceOf(ExecFailedException.class);

    assertThat(Thread.interrupted()).isTrue();
  }

  private interface Start {
    RunningCommand start(int number, ShellCommand command, ByteSink sink);
  }

  private SandboxFiles starting(Start start) {
    BiFunction<ShellCommand, ByteSink, RunningCommand> counting =
        (command, sink) -> {
          ids.add(command.environment().getOrDefault("sp_id", "none"));
          return start.start(commands.incrementAndGet(), command, sink);
        };
    return new ShellFiles(counting, "/", Duration.ofSeconds(60));
  }

  /** Changes the first command. */
  private SandboxFiles onFirst(java.util.function.UnaryOperator<ShellCommand> change) {
    return starting(
        (number, command, sink) ->
            shell.runner().start(number == 1 ? change.apply(command) : command, sink));
  }

  /** The last byte of the input is lost. */
  private static ShellCommand cutShort(ShellCommand command) {
    try {
      byte[] all = command.stdin().orElseThrow().source().readAllBytes();
      Stdin less =
          new Stdin(
              new ByteArrayInputStream(all, 0, all.length - 1), OptionalLong.of(all.length - 1));
      return new ShellCommand(
          command.script(),
          command.directory(),
          command.environment(),
          Optional.of(less),
          command.timeout());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ShellCommand with(ShellCommand command, String script) {
    assertThat(script).isNotEqualTo(command.script());
    Map<String, String> environment = new HashMap<>(command.environment());
    return new ShellCommand(
        script, command.directory(), environment, command.stdin(), command.timeout());
  }

  private static RunningCommand ended(OptionalInt exitCode) {
    return new Future(
        CompletableFuture.completedFuture(new CommandEnd(exitCode, false, false, Duration.ZERO)));
  }

  private static RunningCommand broken() {
    return new Future(CompletableFuture.failedFuture(new ExecFailedException("it broke", null)));
  }

  private record Future(CompletableFuture<CommandEnd> end) implements RunningCommand {
    @Override
    public void cancel() {}
  }

  private void uploaded() throws IOException {
    for (String path : paths()) {
      Files.writeString(Path.of(path), "content");
    }
  }

  private List<FileUpload> uploads() {
    return paths().stream().map(path -> FileUpload.of(path, "content of " + path)).toList();
  }

  private List<String> paths() {
    return IntStream.range(0, COUNT).mapToObj(i -> directory.resolve("f" + i).toString()).toList();
  }

  private void assertThatAllAreThere() throws IOException {
    for (String path : paths()) {
      assertThat(Files.readString(Path.of(path))).isEqualTo("content of " + path);
    }
    try (Stream<Path> entries = Files.list(directory)) {
      assertThat(entries).hasSize(COUNT);
    }
    assertThat(ids).isNotEmpty().noneMatch(id -> Files.exists(Path.of("/tmp/.sandpool-" + id)));
  }
}
