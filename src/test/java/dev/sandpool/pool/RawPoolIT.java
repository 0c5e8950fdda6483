package dev.sandpool.pool;

import static dev.sandpool.backend.TestCommand.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Specifications with pools of their own, on Pods of the test cluster. */
class RawPoolIT {

  private static final PoolSettings COLD = PoolSettings.of(0, 2, Duration.ofSeconds(5), 1);

  private static TestCluster test;
  private static ExecThreads threads;
  private static RawBackend backend;

  @BeforeAll
  static void open() {
    test = TestCluster.open("pools");
    threads = ExecThreads.create();
    backend = new RawBackend(RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT);
  }

  @AfterAll
  static void close() {
    if (test != null) {
      backend.close();
      threads.close();
      test.close();
    }
  }

  @Test
  void eachSpecificationHasItsImage() {
    List<SandboxPool> pools =
        List.of(
            pool(spec("default", TestCluster.DEBIAN, Optional.empty())),
            pool(spec("small", TestCluster.BUSYBOX, Optional.empty())));
    PooledSandboxes sandboxes = sandboxes(pools);
    try (Sandbox usual = sandboxes.create(CreateRequest.of("default"));
        Sandbox small = sandboxes.create(CreateRequest.of("small"))) {
      assertThat(usual.execute("command -v python3").exitCode()).hasValue(0);
      assertThat(small.execute("command -v python3").exitCode().getAsInt()).isNotZero();
      assertThat(small.info().spec()).isEqualTo("small");
    }
    pools.forEach(SandboxPool::close);
  }

  /** The thread that reads from a Pod must not be the one that waits for it. */
  @Test
  void whatFollowsOnACommandMayRunTheNextAndCloseTheSandbox() {
    List<SandboxPool> pools = List.of(pool(spec("default", TestCluster.BUSYBOX, Optional.empty())));
    Sandbox sandbox = sandboxes(pools).create(CreateRequest.of("default"));

    CompletionStage<String> next =
        sandbox
            .executeAsync("sleep 0.3; echo 1")
            .thenApply(first -> first.stdout() + sandbox.execute("echo 2").stdout())
            .whenComplete((text, error) -> sandbox.close());

    assertThat(next).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("1\n2\n");
    pools.forEach(SandboxPool::close);
  }

  @Test
  void setupScriptHasRunInASandboxThatIsLent() {
    String script = "echo once >>/workspace/setup\nls /nowhere 2>/dev/null || true";
    try (SandboxPool pool = pool(spec("default", TestCluster.BUSYBOX, Optional.of(script)))) {
      ManagedSandbox sandbox = pool.borrow(CreateRequest.of("default"));

      assertThat(run(sandbox, "cat setup").stdout()).isEqualTo("once\n");
      pool.release(sandbox);
    }
  }

  @Test
  void failedSetupScriptIsSaidAndLeavesNoPod() throws ApiException {
    String script = "echo no such package >&2; exit 7";
    SandboxSpec failing = spec("failing", TestCluster.BUSYBOX, Optional.of(script));
    try (SandboxPool pool = pool(failing)) {
      assertThatThrownBy(() -> pool.borrow(CreateRequest.of("default")))
          .isInstanceOf(SandboxStartException.class)
          .hasMessageContaining("failed with exit code 7; its last output: no such package");
      assertThat(pool.status().lastError())
          .hasValueSatisfying(error -> assertThat(error).contains("exit code 7"));
    }
    assertThat(
            new CoreV1Api(test.cluster().client())
                .listNamespacedPod(test.cluster().namespace())
                .labelSelector("sandpool.dev/spec=failing")
                .execute()
                .getItems())
        .allSatisfy(pod -> assertThat(pod.getMetadata().getDeletionTimestamp()).isNotNull());
  }

  private static PooledSandboxes sandboxes(List<SandboxPool> pools) {
    ExecLimits limits = new ExecLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), 1024, 1024);
    return new PooledSandboxes(
        backend,
        pools,
        limits,
        new FreeTenancy(),
        sandbox -> null,
        sandbox -> null,
        threads.blocking(),
        Listeners.NONE);
  }

  private static SandboxPool pool(SandboxSpec spec) {
    return new SandboxPool(
        backend,
        spec,
        COLD,
        new FreeTenancy(),
        threads.timer(),
        threads.blocking(),
        Listeners.NONE);
  }

  private static SandboxSpec spec(String name, String image, Optional<String> setup) {
    SandboxSpec usual = RawSandboxes.spec(image);
    return new SandboxSpec(
        name,
        usual.image(),
        usual.workingDirectory(),
        usual.environment(),
        usual.resources(),
        usual.startupTimeout(),
        setup);
  }
}
