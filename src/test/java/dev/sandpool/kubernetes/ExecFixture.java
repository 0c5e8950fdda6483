package dev.sandpool.kubernetes;

import dev.sandpool.backend.Outcome;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.backend.exec.Stdin;
import dev.sandpool.kubernetes.fixture.ApiServer;
import dev.sandpool.kubernetes.websocket.WebSockets.Patience;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** One sandbox behind the fixture's API server, with little patience everywhere. */
final class ExecFixture implements AutoCloseable {

  /** More than every bound below together; a wait that is not bounded takes longer. */
  static final Duration BOUNDED = Duration.ofSeconds(5);

  private static final ExecTimings TIMINGS =
      new ExecTimings(Duration.ofMillis(800), Duration.ofMillis(200));
  private static final Patience PATIENCE =
      new Patience(Duration.ofMillis(800), Duration.ofMillis(800), Duration.ofMillis(300));

  final ApiServer server = new ApiServer();
  final ExecThreads threads = ExecThreads.create();
  final ExecSockets sockets;
  final ShellRunner runner;
  volatile Optional<String> lost = Optional.empty();
  private final Cluster cluster = server.cluster();

  ExecFixture() {
    sockets = new ExecSockets(cluster, PATIENCE);
    runner =
        new ShellRunner(
            (argv, listener) ->
                sockets.open(new ObjectName(ApiServer.NAMESPACE, "pod"), "sandbox", argv, listener),
            () -> lost,
            threads,
            TIMINGS);
  }

  /** Runs a command to its end; what it fails with is thrown as it is. */
  Outcome run(String script) {
    return run(script, Optional.empty());
  }

  Outcome run(String script, Optional<Stdin> stdin) {
    Outcome outcome = new Outcome();
    outcome.ended(TestCommand.await(start(script, stdin, outcome)));
    return outcome;
  }

  RunningCommand start(String script, Optional<Stdin> stdin, Outcome outcome) {
    ShellCommand command = new ShellCommand(script, "", Map.of(), stdin, Duration.ofSeconds(20));
    return runner.start(command, outcome);
  }

  /** Runs a command of which only the end counts. */
  CommandEnd end(String script) {
    return run(script).end();
  }

  @Override
  public void close() {
    runner.close();
    sockets.close();
    cluster.close();
    server.close();
    threads.close();
  }
}
