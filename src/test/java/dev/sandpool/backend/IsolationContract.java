package dev.sandpool.backend;

import static dev.sandpool.backend.TestCommand.command;
import static dev.sandpool.backend.TestCommand.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.ExecFailedException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A sandbox is a machine of its own, with one powerless user. */
interface IsolationContract extends ContractSubject {

  @Test
  default void userHasANumberAndNoMore() {
    assertThat(run(shared(), "id -u; id -g").stdout()).isEqualTo("1000\n1000\n");
  }

  @Test
  default void userHasNoCapabilitiesAndGetsNone() {
    String script = "grep -E '^(CapEff|CapPrm|CapAmb|NoNewPrivs):' /proc/self/status";

    assertThat(run(shared(), script).stdout().lines())
        .containsExactly(
            "CapPrm:\t0000000000000000",
            "CapEff:\t0000000000000000",
            "CapAmb:\t0000000000000000",
            "NoNewPrivs:\t1");
  }

  @Test
  default void mountsAndOwnershipCannotBeChanged() {
    assertThat(run(shared(), "mount -t tmpfs none /tmp").exitCode()).isNotZero();
    assertThat(run(shared(), "chown 0 /tmp").exitCode()).isNotZero();
  }

  @Test
  default void networkIsBlocked() {
    InetSocketAddress target = forbiddenAddress();
    String script =
        "command -v bash >/dev/null || exit 99; exec timeout 3 bash -c ': <>/dev/tcp/%s/%d'";
    Outcome outcome =
        run(shared(), script.formatted(target.getAddress().getHostAddress(), target.getPort()));

    assertThat(outcome.exitCode()).isNotIn(0, 99);
    assertThat(outcome.end().duration()).isLessThan(Duration.ofSeconds(6));
  }

  @Test
  default void workspaceAndTempAndHomeAreWritableAndStay() {
    String name = "kept-" + System.nanoTime();
    run(shared(), "echo w >/workspace/%1$s; echo t >/tmp/%1$s; echo h >~/h%1$s".formatted(name));

    assertThat(run(shared(), "cat /workspace/%1$s /tmp/%1$s ~/h%1$s".formatted(name)).stdout())
        .isEqualTo("w\nt\nh\n");
  }

  @Test
  default void systemIsNotWritable() {
    assertThat(run(shared(), "echo x >/usr/bin/x").exitCode()).isNotZero();
    assertThat(run(shared(), "echo x >>/etc/passwd").exitCode()).isNotZero();
  }

  @Test
  default void sandboxesDoNotSeeEachOther() {
    ManagedSandbox other = fresh();
    run(other, "echo secret >/workspace/secret; echo secret >/tmp/secret; sleep 31415926 &");

    assertThat(run(shared(), "ls /workspace/secret /tmp/secret").exitCode()).isNotZero();
    assertThat(run(shared(), "cat /proc/[0-9]*/cmdline | tr '\\0' ' '").stdout())
        .doesNotContain("31415926");
  }

  @Test
  default void killingEverythingInReachDoesNotEndTheSandbox() {
    ManagedSandbox sandbox = fresh();
    command(sandbox, "kill -9 -1; kill -9 1; true").run();

    // A command that was on its way to a shell which was killed too is told so, and is repeated.
    await()
        .ignoreExceptionsInstanceOf(ExecFailedException.class)
        .untilAsserted(() -> assertThat(run(sandbox, "echo alive").stdout()).isEqualTo("alive\n"));
    assertThat(sandbox.lost()).isEmpty();
  }
}
