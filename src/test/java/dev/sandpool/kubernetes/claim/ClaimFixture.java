package dev.sandpool.kubernetes.claim;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.ReplicaSettings;
import dev.sandpool.kubernetes.claim.connect.ExecConnector;
import dev.sandpool.kubernetes.fixture.ApiServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A back end on the fixture API server, whose Pods run on this machine. */
final class ClaimFixture implements AutoCloseable {

  static final ClaimOptions POOL =
      new ClaimOptions(Optional.of("pool"), Optional.empty(), Map.of(), Map.of());
  static final ClaimOptions TEMPLATE =
      new ClaimOptions(Optional.empty(), Optional.of("python"), Map.of(), Map.of());

  final ApiServer server = new ApiServer();
  final ScriptedController controller = new ScriptedController(server);
  final ExecThreads threads = ExecThreads.create();
  private final Path directory;
  private final List<ClaimBackend> backends = new ArrayList<>();

  ClaimFixture(Path directory) {
    this.directory = directory;
    try {
      // Root's processes are another user's in the fixture.
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ClaimBackend open(ClaimOptions options) {
    return open(options, Duration.ofMinutes(10), Clock.systemUTC());
  }

  ClaimBackend open(ClaimOptions options, Duration lease, Clock clock) {
    ClusterSettings cluster =
        new ClusterSettings(
            Optional.of(server.kubeconfig(directory)),
            Optional.empty(),
            Optional.empty(),
            new ReplicaSettings("sandpool", Duration.ofSeconds(3)));
    ClaimBackend backend =
        new ClaimBackend(
            new ClaimSettings(
                cluster, lease, Duration.ofHours(1), Optional.empty(), options, Map.of()),
            name -> spec(Duration.ofSeconds(10)),
            connection -> new ExecConnector(connection, Optional.empty()),
            threads,
            new ExecTimings(Duration.ofSeconds(1), Duration.ofMillis(200)),
            clock);
    backends.add(backend);
    return backend;
  }

  SandboxSpec spec(Duration startup) {
    return new SandboxSpec(
        SandboxSpec.DEFAULT_NAME,
        "unused",
        directory.resolve("work").toString(),
        Map.of("FROM_SPEC", "yes"),
        new SandboxSpec.Resources("10m", "1", "32Mi", "512Mi", "64Mi", "2Gi"),
        startup,
        Optional.empty());
  }

  SandboxSpec spec() {
    return spec(Duration.ofSeconds(10));
  }

  @Override
  public void close() {
    backends.forEach(ClaimBackend::close);
    server.close();
    threads.close();
  }
}
