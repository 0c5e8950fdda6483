package dev.sandpool.local;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A back end for a test class, and what tests need of it. */
final class LocalFixture implements AutoCloseable {

  private final ExecThreads threads;
  private final LocalBackend backend;

  private LocalFixture(ExecThreads threads, LocalBackend backend) {
    this.threads = threads;
    this.backend = backend;
  }

  /**
   * Starts one. Where this machine can't isolate, the tests are skipped, but fail on CI, unless
   * they asked for bubblewrap, which need not be installed.
   */
  static LocalFixture start(Path directory, LocalSettings.IsolationChoice isolation)
      throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    return start(settings(directory, isolation));
  }

  static LocalFixture start(LocalSettings settings) {
    ExecThreads threads = ExecThreads.create();
    try {
      return new LocalFixture(
          threads, new LocalBackend(settings, threads, ExecTimings.DEFAULT, Clock.systemUTC()));
    } catch (BackendUnavailableException e) {
      threads.close();
      boolean optional = settings.isolation() == LocalSettings.IsolationChoice.BUBBLEWRAP;
      if (Boolean.parseBoolean(System.getenv("CI")) && !optional) {
        throw e;
      }
      System.err.println("SKIPPED: the tests of the local back end. " + e.getMessage());
      return abort(e.getMessage());
    }
  }

  static LocalSettings settings(Path directory, LocalSettings.IsolationChoice isolation) {
    return new LocalSettings(
        directory.resolve("state"),
        isolation,
        LocalSettings.Network.NONE,
        ProcessLimits.DEFAULT,
        List.of(),
        true);
  }

  static SandboxSpec spec() {
    return spec("/workspace", Map.of());
  }

  static SandboxSpec spec(String workingDirectory, Map<String, String> environment) {
    return new SandboxSpec(
        "default",
        "",
        workingDirectory,
        environment,
        new SandboxSpec.Resources("", "", "", "1Gi", "", ""),
        Duration.ofSeconds(20),
        Optional.empty());
  }

  LocalBackend backend() {
    return backend;
  }

  void killFromOutside(ManagedSandbox sandbox) {
    ProcessHandle.of(((LocalSandbox) sandbox).initPid()).orElseThrow().destroyForcibly();
  }

  /** Whether a process runs; one that is dead and waits to be reaped does not. */
  static boolean isRunning(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException e) {
      return false;
    }
  }

  /** Arguments and mounts of the processes that have a directory in either. */
  static List<String> processesUsing(Path directory) throws IOException {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path process : processes) {
        String all = read(process.resolve("cmdline")) + read(process.resolve("mountinfo"));
        if (all.contains(directory.resolve("state").toString())) {
          found.add(all);
        }
      }
    }
    return found;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // It has ended, or is another user's.
    }
  }

  @Override
  public void close() {
    backend.close();
    threads.close();
  }
}
