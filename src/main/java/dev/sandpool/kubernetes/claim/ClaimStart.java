package dev.sandpool.kubernetes.claim;

import dev.sandpool.ExecFailedException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.kubernetes.SandboxState.Kind;
import dev.sandpool.kubernetes.Startup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The steps from a new claim, or a suspended one, to a sandbox that runs commands. What a cluster
 * calls ready may not listen yet, so the proof is a command that ran.
 */
final class ClaimStart {

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final AgentApi agent;
  private final ClaimOptions options;
  private final SandboxSpec spec;
  private final ExecThreads threads;

  ClaimStart(AgentApi agent, ClaimOptions options, SandboxSpec spec, ExecThreads threads) {
    this.agent = agent;
    this.options = options;
    this.spec = spec;
    this.threads = threads;
  }

  /**
   * Waits for all of it. Blocks for the start-up timeout at most.
   *
   * @throws SandboxStartException if any of it fails
   */
  void run(ClaimSandbox sandbox) {
    Startup startup = new Startup(spec.startupTimeout());
    String what =
        "Sandbox %s, claimed from %s, did not start: ".formatted(sandbox.id(), options.source());
    ClaimWait wait =
        ClaimWait.start(
            agent.cluster().client(), agent.claims(), sandbox, startup, threads.blocking());
    try {
      startup.await(sandbox.started(), what, state(sandbox), reason -> cured(sandbox, reason));
    } finally {
      wait.close();
    }
    prove(sandbox, what, startup);
  }

  /**
   * Makes sure that commands run in one that another replica made. Blocks for the start-up timeout
   * at most.
   *
   * @throws SandboxStartException if they don't
   */
  void join(ClaimSandbox sandbox) {
    String what = "Sandbox %s cannot be taken over: ".formatted(sandbox.id());
    prove(sandbox, what, new Startup(spec.startupTimeout()));
  }

  /**
   * Starts one again that was suspended. Blocks for the start-up timeout at most.
   *
   * @throws SandboxStartException if it does not run commands by then
   */
  void resume(ClaimSandbox sandbox) {
    Startup startup = new Startup(spec.startupTimeout());
    String what = "Sandbox %s was not resumed: ".formatted(sandbox.id());
    CompletableFuture<Void> ready = change(sandbox, true, Kind.READY);
    startup.await(ready, what, state(sandbox), UnaryOperator.identity());
    while (!proved(sandbox, what, startup)) {
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /**
   * What runs in it is known, so nobody waits until that listens again; and a connection to the Pod
   * before may be taken for one to this.
   */
  private boolean proved(ClaimSandbox sandbox, String what, Startup startup) {
    sandbox.runner().dropSpares();
    try {
      prove(sandbox, what, startup);
      return true;
    } catch (SandboxStartException e) {
      Throwable cause = e.getCause();
      boolean mayPass = cause instanceof IOException || cause instanceof ExecFailedException;
      if (!mayPass || sandbox.lost().isPresent() || startup.left().isZero()) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Stops one. Blocks for the start-up timeout at most.
   *
   * @throws SandboxStartException if it is not suspended by then
   */
  void suspend(ClaimSandbox sandbox) {
    Startup startup = new Startup(spec.startupTimeout());
    String what = "Sandbox %s was not suspended: ".formatted(sandbox.id());
    CompletableFuture<Void> suspended = change(sandbox, false, Kind.SUSPENDED);
    startup.await(suspended, what, state(sandbox), UnaryOperator.identity());
  }

  private CompletableFuture<Void> change(ClaimSandbox sandbox, boolean run, Kind wanted) {
    Claim claim = sandbox.object();
    if (sandbox.state().kind() != wanted) {
      String name =
          claim
              .sandbox()
              .orElseThrow(
                  () ->
                      new SandboxLostException(
                          ClaimSandbox.lostWords(sandbox.id(), "its claim has no Sandbox")));
      agent.operation().set(name, claim.metadata().getUid(), run);
    }
    return sandbox.reached(wanted);
  }

  private void prove(ClaimSandbox sandbox, String what, Startup startup) {
    bind(sandbox, what);
    UnaryOperator<String> plain = UnaryOperator.identity();
    startup.await(sandbox.runner().prepare(), what, state(sandbox), plain);
    startup.await(makeDirectory(sandbox, startup), what, state(sandbox), plain);
  }

  private static Supplier<String> state(ClaimSandbox sandbox) {
    return () -> sandbox.state().reason();
  }

  private static void bind(ClaimSandbox sandbox, String what) {
    try {
      sandbox.binding().address();
    } catch (SandboxLostException e) {
      throw new SandboxStartException(what + e.getMessage(), e);
    }
  }

  private static String cured(ClaimSandbox sandbox, String reason) {
    return ClaimState.lacksSource(sandbox.object())
        ? reason + "; make it, or name another in sandpool.claim.warm-pool or .template"
        : reason;
  }

  private CompletableFuture<Void> makeDirectory(ClaimSandbox sandbox, Startup startup) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    ShellCommand command =
        new ShellCommand(
            "exec 2>&1; mkdir -p -- \"$SANDPOOL_DIRECTORY\" && cd -- \"$SANDPOOL_DIRECTORY\" && {\n"
                + ContainerStart.PRINT
                + "\n:; }",
            "/",
            Map.of("SANDPOOL_DIRECTORY", spec.workingDirectory()),
            Optional.empty(),
            startup.left());
    return sandbox
        .runner()
        .start(command, (stream, bytes) -> said.writeBytes(bytes))
        .end()
        .thenAccept(end -> check(end, said))
        .thenRun(() -> sandbox.container().learn(said.toString(StandardCharsets.UTF_8)));
  }

  private void check(CommandEnd end, ByteArrayOutputStream said) {
    if (!end.exitCode().equals(OptionalInt.of(0))) {
      throw new SandboxStartException(
          "the working directory %s cannot be made (%s); set sandpool.spec.working-directory to one that the template's container can write"
              .formatted(spec.workingDirectory(), said.toString(StandardCharsets.UTF_8).strip()),
          null);
    }
  }
}
