package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.ExecFailedException;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalSize;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Outcome;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.TerminalCommand;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings;
import dev.sandpool.kubernetes.claim.connect.SandboxAddress;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.Fault;
import dev.sandpool.kubernetes.claim.fixture.Gateway;
import dev.sandpool.kubernetes.claim.fixture.ProgramControl;
import dev.sandpool.kubernetes.claim.fixture.Router;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import dev.sandpool.testcluster.TestCluster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong between a claim and its commands, and how it is seen and survived. */
class ClaimConnectionsIT {

  private static final String TOKEN = "an-open-secret";

  private static TestCluster test;
  private static AgentSandbox agents;
  private static ExecThreads threads;
  private static Router router;
  private final List<ClaimBackend> backends = new ArrayList<>();
  private final List<ManagedSandbox> made = new ArrayList<>();

  @TempDir private Path directory;

  @BeforeAll
  static void open() {
    test = TestCluster.open("ways");
    agents = AgentSandbox.open(test);
    threads = ExecThreads.create();
    router = Router.in(test).withToken(TOKEN).start();
    agents.template("legacy", RuntimePod.legacy());
    agents.template("late", RuntimePod.legacy().listeningAfter(Duration.ofSeconds(4)));
    agents.template("blocking", RuntimePod.legacy("blocking"));
    agents.template("bare", RuntimePod.idle());
    for (String name : List.of("legacy", "late", "blocking", "bare")) {
      agents.pool(name, name, 0);
    }
  }

  @AfterAll
  static void close() {
    if (test != null) {
      threads.close();
      agents.close();
      test.close();
    }
  }

  @AfterEach
  void clear() {
    made.forEach(ManagedSandbox::destroy);
    backends.forEach(ClaimBackend::close);
  }

  /** Two mostly; three where its streams come apart; a new channel would take five. */
  @Test
  void shortCommandTakesFewCalls() {
    ManagedSandbox sandbox = sandbox("legacy", TestConnections.inCluster(), Kind.LEGACY);
    TestCommand.run(sandbox, "true");
    ProgramControl runtime = control(sandbox);
    runtime.forgetRequests();

    for (int i = 0; i < 20; i++) {
      assertThat(TestCommand.run(sandbox, "echo " + i).stdout()).isEqualTo(i + "\n");
    }

    assertThat(runtime.requests().size()).isLessThanOrEqualTo(20 * 3 + 10);
  }

  /** Whatever a call was about, its answer may be lost after the deed. */
  @Test
  void lostAnswersChangeNothing() {
    ManagedSandbox sandbox = sandbox("legacy", TestConnections.inCluster(), Kind.LEGACY);
    byte[] input = new byte[400_000];
    new Random(3).nextBytes(input);
    control(sandbox)
        .faults(
            Fault.dropAfterwards().times(3).path("/execute"),
            Fault.statusAfterwards(502).times(3).path("/execute"),
            Fault.truncate(20).times(3).path("/execute"));

    Outcome outcome =
        TestCommand.command(sandbox, "cat; echo once >>/tmp/count; cat /tmp/count >&2")
            .stdin(input)
            .run();

    assertThat(outcome.stdoutBytes()).isEqualTo(input);
    assertThat(outcome.stderr()).isEqualTo("once\n");
  }

  /** The first runtimes do one thing at a time. */
  @Test
  void runtimeWithOneThreadServesSeveralCommands() {
    ManagedSandbox sandbox = sandbox("blocking", TestConnections.tunnelToPod(), Kind.AUTO);
    Outcome slow = new Outcome();
    var running = TestCommand.command(sandbox, "sleep 3; echo slow").start(slow);

    Outcome quick = TestCommand.run(sandbox, "echo quick");

    assertThat(quick.stdout()).isEqualTo("quick\n");
    assertThat(quick.end().duration()).isLessThan(Duration.ofSeconds(8));
    assertThat(slow.ended(TestCommand.await(running)).stdout()).isEqualTo("slow\n");
  }

  /** OpenSandbox 1696: the Pod is ready, its runtime is not. */
  @Test
  void runtimeThatListensLateIsWaitedFor() {
    ManagedSandbox sandbox = sandbox("late", TestConnections.tunnelToPod(), Kind.AUTO);

    assertThat(TestCommand.run(sandbox, "echo up").stdout()).isEqualTo("up\n");
  }

  @Test
  void execServesWhereThereIsNoRuntime() {
    RuntimeSettings settings = new RuntimeSettings(Kind.AUTO, true, 8888, 8080, 9090);
    ClaimBackend backend =
        backend("bare", new AccessSettings(TestConnections.tunnelToPod(), settings));

    ManagedSandbox sandbox = backend.create(ClaimSandboxes.spec());
    made.add(sandbox);

    assertThat(TestCommand.run(sandbox, "echo exec").stdout()).isEqualTo("exec\n");
  }

  /** It has commands and files, and no terminals. */
  @Test
  void execOpensTerminalsWhereTheRuntimeHasNone() throws Exception {
    RuntimeSettings settings = new RuntimeSettings(Kind.LEGACY, true, 8888, 8080, 9090);
    ManagedSandbox sandbox =
        backend("legacy", new AccessSettings(TestConnections.inCluster(), settings))
            .create(ClaimSandboxes.spec());
    made.add(sandbox);
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    Terminal terminal =
        sandbox.openTerminal(
            new TerminalCommand("tty -s && pwd", "/tmp", Map.of(), TerminalSize.DEFAULT),
            shown::writeBytes);

    assertThat(terminal.exit().toCompletableFuture().get(30, TimeUnit.SECONDS)).hasValue(0);
    assertThat(shown.toString(StandardCharsets.UTF_8)).isEqualTo("/tmp\r\n");
  }

  @Test
  void routerGetsItsToken() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), TOKEN);
    ManagedSandbox sandbox =
        sandbox("legacy", TestConnections.direct(router.url(), token), Kind.LEGACY);

    assertThat(TestCommand.run(sandbox, "echo in").stdout()).isEqualTo("in\n");
  }

  @Test
  void missingTokenIsTold() {
    assertThatThrownBy(() -> sandbox("legacy", TestConnections.direct(router.url()), Kind.LEGACY))
        .hasStackTraceContaining("401");
  }

  /** The router finds the Pod by itself, and lets nobody in who can't sign for this sandbox. */
  @Test
  void routerGetsATokenForTheVerySandbox() throws IOException {
    ManagedSandbox sandbox = sandbox("legacy", TestConnections.inCluster(), Kind.LEGACY);
    sandbox.claim(FreeTenancy.terms(Map.of()));
    SandboxAddress address = ((ClaimSandbox) sandbox).binding().address();
    try (TestCluster routers = TestCluster.open("scoped")) {
      Router strict =
          Router.in(routers)
              .withScopedTokens(TOKEN.repeat(3))
              .knowing(address.sandbox(), address.namespace(), address.podIp().orElseThrow())
              .start();
      Path secret = Files.writeString(directory.resolve("secret"), TOKEN.repeat(3));
      Path wrong = Files.writeString(directory.resolve("wrong"), TOKEN.repeat(4));

      ManagedSandbox signed = found(sandbox, TestConnections.directScoped(strict.url(), secret));
      ManagedSandbox forged = found(sandbox, TestConnections.directScoped(strict.url(), wrong));

      assertThat(TestCommand.run(signed, "echo in").stdout()).isEqualTo("in\n");
      assertThatThrownBy(() -> TestCommand.run(forged, "echo in"))
          .isInstanceOf(ExecFailedException.class)
          .hasStackTraceContaining("401");
      assertThat(sandbox.lost()).isEmpty();
    }
  }

  @Test
  void gatewayWithoutAddressIsAwaited() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), TOKEN);
    Gateway gateway = Gateway.create(test, "slow", portOf(router.url()));
    ConnectionSettings way = TestConnections.gateway(namespace(), "slow", Duration.ofSeconds(60));
    ConnectionSettings withToken =
        new ConnectionSettings(
            way.way(),
            way.tunnel(),
            way.gateway(),
            way.direct(),
            way.clusterDomain(),
            new ConnectionSettings.Credentials(Optional.of(token), Optional.empty()));
    CompletableFuture<ManagedSandbox> coming =
        CompletableFuture.supplyAsync(() -> sandbox("legacy", withToken, Kind.LEGACY));

    gateway.address("IPAddress", router.ip());

    assertThat(TestCommand.run(coming.join(), "echo in").stdout()).isEqualTo("in\n");
  }

  /** kubernetes-sigs/agent-sandbox 1057: the router is in another namespace. */
  @Test
  void missingRouterIsNamed() {
    assertThatThrownBy(
            () ->
                sandbox(
                    "legacy",
                    TestConnections.tunnelToRouter(namespace(), "no-such-router"),
                    Kind.LEGACY))
        .hasStackTraceContaining("no-such-router in namespace " + namespace() + " is not there")
        .hasStackTraceContaining("sandpool.claim.router-namespace");
  }

  private ManagedSandbox sandbox(String pool, ConnectionSettings connection, Kind kind) {
    RuntimeSettings settings = new RuntimeSettings(kind, false, 8888, 8080, 9090);
    ManagedSandbox sandbox =
        backend(pool, new AccessSettings(connection, settings)).create(ClaimSandboxes.spec());
    made.add(sandbox);
    return sandbox;
  }

  /** The same one, by another way. */
  private ManagedSandbox found(ManagedSandbox sandbox, ConnectionSettings connection) {
    RuntimeSettings settings = new RuntimeSettings(Kind.LEGACY, false, 8888, 8080, 9090);
    return backend("legacy", new AccessSettings(connection, settings))
        .find(sandbox.id())
        .orElseThrow();
  }

  private ClaimBackend backend(String pool, AccessSettings access) {
    ClaimBackend backend = ClaimSandboxes.fromPool(test, pool, access, threads);
    backends.add(backend);
    return backend;
  }

  private static ProgramControl control(ManagedSandbox sandbox) {
    return new ProgramControl(((ClaimSandbox) sandbox).binding().address().podIp().orElseThrow());
  }

  private static String namespace() {
    return test.cluster().namespace();
  }

  private static int portOf(String url) {
    return URI.create(url).getPort();
  }
}
