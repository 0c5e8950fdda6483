package dev.sandpool.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.local.LocalSettings.IsolationChoice;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A JVM that is killed leaves no process, and its files go when the next one starts. */
class LocalCrashIT {

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void killedJvmTakesItsSandboxesAlong(IsolationChoice isolation, @TempDir Path directory)
      throws IOException {
    LocalFixture.start(directory, isolation).close();
    Process jvm = startJvm(directory, isolation);
    long init = initPid(jvm);
    assertThat(LocalFixture.isRunning(init)).isTrue();
    assertThat(entries(directory)).hasSize(2);

    jvm.destroyForcibly();

    await().until(() -> !LocalFixture.isRunning(init));
    await().until(() -> LocalFixture.processesUsing(directory).isEmpty());
    try (LocalFixture next = LocalFixture.start(directory, isolation)) {
      assertThat(next.backend().list()).isEmpty();
      assertThat(entries(directory)).hasSize(2); // The next one's own: directory and lock.
    }
    assertThat(entries(directory)).isEmpty();
  }

  private static Process startJvm(Path directory, IsolationChoice isolation) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            SandboxSurvivorMain.class.getName(),
            directory.toString(),
            isolation.name())
        .redirectErrorStream(true)
        .start();
  }

  private static long initPid(Process jvm) throws IOException {
    BufferedReader lines = jvm.inputReader();
    StringBuilder said = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("init ")) {
        return Long.parseLong(line.substring("init ".length()));
      }
      said.append(line).append('\n');
    }
    throw new AssertionError("the other JVM ended: " + said);
  }

  private static List<Path> entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory.resolve("state"))) {
      return entries.toList();
    }
  }
}
