package dev.sandpool.local;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A back end for a test class, and what tests need of it. */
final class LocalFixture implements AutoCloseable {

  private final ExecThreads threads;
  private final LocalBackend backend;

  private LocalFixture(ExecThreads threads, LocalBackend backend) {
    this.threads = threads;
    this.backend = backend;
  }

  /** Starts one; where this machine can't isolate, the tests are skipped, but fail on CI. */
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
      if (Boolean.parseBoolean(System.getenv("CI"))) {
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
        new SandboxSpec.Resources("", "", "", "1Gi", ""),
        Duration.ofSeconds(20));
  }

  LocalBackend backend() {
    return backend;
  }

  void killFromOutside(ManagedSandbox sandbox) {
    ProcessHandle.of(((LocalSandbox) sandbox).initPid()).orElseThrow().destroyForcibly();
  }

  @Override
  public void close() {
    backend.close();
    threads.close();
  }
}
