package dev.sandpool.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.NetworkIsolation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SandpoolSupervisorTest {

  private static final Duration PAUSE = Duration.ofMillis(10);

  private static final SandpoolSettings SETTINGS =
      SandpoolSettings.read(
          key -> Optional.of("0").filter(zero -> key.equals("sandpool.pool.min-idle")));

  private final AtomicBoolean backendClosed = new AtomicBoolean();

  @Test
  void refusesWithTheReasonUntilAStartSucceeds() {
    AtomicInteger attempts = new AtomicInteger();
    AtomicBoolean clusterThere = new AtomicBoolean();
    try (SandpoolSupervisor supervisor =
        new SandpoolSupervisor(
            SETTINGS,
            () -> {
              attempts.incrementAndGet();
              return start(clusterThere.get());
            },
            PAUSE)) {
      assertThat(supervisor.trouble()).contains("no cluster; set sandpool.kubernetes.kubeconfig");
      assertThat(supervisor.pools()).isEmpty();
      assertThat(supervisor.networkIsolation()).isEmpty();
      assertThatThrownBy(() -> supervisor.sandboxes().list())
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage("no cluster; set sandpool.kubernetes.kubeconfig");
      await().until(() -> attempts.get() > 2);

      clusterThere.set(true);

      await().until(() -> supervisor.trouble().isEmpty());
      assertThat(supervisor.sandboxes().list()).isEmpty();
      assertThat(supervisor.pools()).hasSize(1);
      assertThat(supervisor.networkIsolation()).contains("unknown: nobody tried");
    }
    assertThat(backendClosed).isTrue();
  }

  @Test
  void isNotReadyOnceClosed() {
    SandpoolSupervisor supervisor = new SandpoolSupervisor(SETTINGS, () -> start(true), PAUSE);

    supervisor.close();
    supervisor.close();

    assertThat(supervisor.trouble()).contains("Sandpool was shut down");
    assertThatThrownBy(() -> supervisor.sandboxes().create())
        .isInstanceOf(BackendUnavailableException.class);
  }

  @Test
  void programTriesTheNetworkWhenItLikes() {
    try (Sandpool sandpool = start(true)) {
      assertThat(sandpool.networkIsolation()).map(NetworkIsolation::isProved).contains(false);
      assertThat(sandpool.proveNetworkIsolation()).contains(NetworkIsolation.ENFORCED);
    }
  }

  @Test
  void programMayCloseTwice() {
    Sandpool sandpool = start(true);

    sandpool.close();
    sandpool.close();

    assertThat(backendClosed).isTrue();
  }

  private Sandpool start(boolean clusterThere) {
    if (!clusterThere) {
      throw new BackendUnavailableException("no cluster; set sandpool.kubernetes.kubeconfig");
    }
    return Sandpool.open(SETTINGS, Observers.NONE, threads -> new IdleBackend(backendClosed));
  }
}
