package dev.sandpool.kubernetes.raw;

import static dev.sandpool.backend.TestCommand.command;
import static dev.sandpool.backend.TestCommand.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Outcome;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.EndListener;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.kubernetes.ExecSockets;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What failed in public elsewhere and needs a real kubelet to fail, with the inputs given there.
 */
class RawPublicFailuresIT {

  /** As often as was reported, with {@code -Dsandpool.it.full=true}; else enough for every day. */
  private static final boolean FULL = Boolean.getBoolean("sandpool.it.full");

  private static final int PARALLEL = 16;

  private static TestCluster test;
  private static ExecThreads threads;
  private static RawBackend backend;
  private static ManagedSandbox shared;

  @BeforeAll
  static void open() {
    test = TestCluster.open("public-failures");
    threads = ExecThreads.create();
    backend = new RawBackend(RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT);
    shared = backend.create(RawSandboxes.spec());
  }

  @AfterAll
  static void close() {
    if (test != null) {
      backend.close();
      threads.close();
      test.close();
    }
  }

  /** kubernetes/kubernetes 124571: the end of the output was cut off, with exit code 0. */
  @Test
  void slowReaderGetsTheLastLine() {
    IntStream.range(0, FULL ? 50 : 5).forEach(round -> readSlowly());
  }

  private static void readSlowly() {
    Outcome outcome = new Outcome();
    RunningCommand running =
        command(shared, "seq 1 2000000")
            .start(
                (stream, bytes) -> {
                  outcome.accept(stream, bytes);
                  LockSupport.parkNanos(2_000_000);
                });

    assertThat(TestCommand.await(running).exitCode()).hasValue(0);
    String text = outcome.stdout();
    assertThat(text).endsWith("\n1999999\n2000000\n").hasSize(14_888_896);
  }

  /** kubernetes-client/java 1891: some of many got another exit code. */
  @Test
  void exitCodeIsRightEveryTime() {
    for (int batch = 0; batch < (FULL ? 500 : 200) / PARALLEL + 1; batch++) {
      List<RunningCommand> running =
          Stream.generate(() -> command(shared, "sh -c 'exit 7'").start(new Outcome()))
              .limit(PARALLEL)
              .toList();
      assertThat(running)
          .allSatisfy(one -> assertThat(TestCommand.await(one).exitCode()).hasValue(7));
    }
  }

  /** fabric8io/kubernetes-client 669, 1090: threads and connections grew with each exec. */
  @Test
  void execsLeaveNothingBehind() throws ApiException, IOException {
    ManagedSandbox doomed = backend.create(RawSandboxes.spec());
    execs(20);
    knockAtNoPod(5);
    long threads = clientThreads();
    long sockets = sockets();

    execs(FULL ? 5_000 : 500);
    knockAtNoPod(FULL ? 500 : 50);
    new CoreV1Api(test.cluster().client())
        .deleteNamespacedPod(doomed.id(), test.cluster().namespace())
        .gracePeriodSeconds(0)
        .execute();
    IntStream.range(0, 30)
        .forEach(
            i ->
                assertThatThrownBy(() -> run(doomed, "true"))
                    .isInstanceOf(SandboxLostException.class)
                    .hasMessageContaining(doomed.id()));

    await()
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(
            () -> {
              assertThat(clientThreads()).isLessThanOrEqualTo(threads + 2);
              assertThat(sockets()).isLessThanOrEqualTo(sockets + 3);
            });
  }

  /** Opens streams that the server refuses. */
  private static void knockAtNoPod(int times) {
    ObjectName none = new ObjectName(test.cluster().namespace(), "no-such-pod");
    try (ExecSockets streams = new ExecSockets(test.cluster())) {
      for (int i = 0; i < times; i++) {
        CompletableFuture<ChannelEnd> end = new CompletableFuture<>();
        streams.open(none, PodFactory.CONTAINER, List.of("true"), new EndListener(end));
        assertThat(end.join().error())
            .get(InstanceOfAssertFactories.THROWABLE)
            .hasMessageContaining("not found");
      }
    }
  }

  private static long sockets() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.filter(RawPublicFailuresIT::isSocket).count();
    }
  }

  private static boolean isSocket(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().startsWith("socket:");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  /** e2b-dev/E2B 339: a sandbox that used up its processors no longer answered. */
  @Test
  void answersBesideACommandThatTakesAllProcessors() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    RunningCommand hog =
        command(sandbox, "yes >/dev/null & yes >/dev/null & yes >/dev/null & wait")
            .start(new Outcome());

    Outcome outcome = command(sandbox, "echo ok").timeout(Duration.ofSeconds(10)).run();

    assertThat(outcome.stdout()).isEqualTo("ok\n");
    hog.cancel();
    sandbox.destroy();
  }

  /**
   * e2b-dev/E2B 339: too much memory looked like a broken connection. Whether the kernel kills one
   * process or the container is the node's setting, so either is right, if it is said.
   */
  @Test
  void tooMuchMemoryIsSaid() {
    ManagedSandbox sandbox = backend.create(small());
    Outcome outcome;
    try {
      outcome = run(sandbox, "python3 -c 'x = b\"1\" * 400_000_000'");
    } catch (SandboxLostException e) {
      assertThat(e).hasMessageContaining("OOMKilled").hasMessageContaining(sandbox.id());
      return;
    }
    assertThat(outcome.exitCode()).isEqualTo(137);
    assertThat(outcome.end().oomKilled()).isTrue();
    assertThat(run(sandbox, "echo ok").stdout()).isEqualTo("ok\n");
    Outcome killed = run(sandbox, "kill -9 $$");
    assertThat(killed.exitCode()).isEqualTo(137);
    assertThat(killed.end().oomKilled()).isFalse();
    sandbox.destroy();
  }

  /** e2b-dev/E2B 339, where the kernel's choice falls on what the sandbox lives by. */
  @Test
  void sandboxThatEndsForWantOfMemorySaysSo() {
    String hog = "until [ -e /tmp/go ]; do sleep 0.1; done; exec python3 -c 'b\"1\" * 400_000_000'";
    ImageOptions image = new ImageOptions("IfNotPresent", List.of(), List.of("/bin/sh", "-c", hog));
    RawBackend hogs =
        new RawBackend(
            RawSandboxes.settings(test.settings(), RawSandboxes.options(image)),
            threads,
            ExecTimings.DEFAULT);
    ManagedSandbox sandbox = hogs.create(small());

    assertThatThrownBy(() -> run(sandbox, "touch /tmp/go; sleep 60"))
        .isInstanceOf(SandboxLostException.class)
        .hasMessageContaining("OOMKilled")
        .hasMessageContaining(sandbox.id());
    hogs.close();
  }

  @Test
  void busyboxIsEnough() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec(TestCluster.BUSYBOX));

    assertThat(run(sandbox, "echo out; echo err >&2; exit 7"))
        .satisfies(it -> assertThat(it.stdout()).isEqualTo("out\n"))
        .satisfies(it -> assertThat(it.stderr()).isEqualTo("err\n"))
        .satisfies(it -> assertThat(it.exitCode()).isEqualTo(7));
    assertThat(command(sandbox, "cat").stdin("abc".getBytes(UTF_8)).run().stdout())
        .isEqualTo("abc");
    assertThat(command(sandbox, "pwd; echo \"$A\"").in("/tmp").with("A", "b c").run().stdout())
        .isEqualTo("/tmp\nb c\n");
    assertThat(run(sandbox, "sh -c 'kill -TERM $$'").exitCode()).isEqualTo(143);
    assertThat(run(sandbox, "seq 1 200000").stdout()).endsWith("\n200000\n");
    assertThat(run(sandbox, "sleep 30 & echo started").end().duration())
        .isLessThan(Duration.ofSeconds(2));

    Outcome late = command(sandbox, "echo a; sleep 30").timeout(Duration.ofSeconds(1)).run();
    assertThat(late.end().timedOut()).isTrue();
    assertThat(late.end().exitCode()).isEqualTo(OptionalInt.empty());
    assertThat(late.stdout()).isEqualTo("a\n");
    sandbox.destroy();
  }

  private static void execs(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(run(shared, "true").exitCode()).isZero();
    }
  }

  private static SandboxSpec small() {
    SandboxSpec usual = RawSandboxes.spec();
    return new SandboxSpec(
        usual.name(),
        usual.image(),
        usual.workingDirectory(),
        Map.of(),
        new SandboxSpec.Resources("10m", "1", "32Mi", "64Mi", "100Mi", "1Gi"),
        usual.startupTimeout(),
        usual.setupScript());
  }

  /** One for each open stream, and those of commands. */
  private static long clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("OkHttp") || name.startsWith("sandpool-"))
        .filter(name -> !name.contains("TaskRunner"))
        .count();
  }
}
