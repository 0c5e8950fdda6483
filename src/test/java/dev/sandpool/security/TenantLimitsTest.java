package dev.sandpool.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sandpool.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TenantLimitsTest {

  private final AtomicLong now = new AtomicLong(-5);
  private final TenantLimits limits = new TenantLimits(new LimitSettings(2, 3, 2, 600), now::get);

  @Test
  void burstIsServedAtOnceAndTheRestInTime() {
    requests("blue", 3);

    LimitReachedException refused = refusedRequest("blue");
    assertThat(refused).hasMessageContaining("2 requests a second");
    assertThat(refused).hasMessageContaining("sandpool.tenant.requests-per-second");
    assertThat(refused.retryAfterSeconds()).isEqualTo(1);

    pass(500);
    requests("blue", 1);
    refusedRequest("blue");

    pass(60_000);
    requests("blue", 3);
    refusedRequest("blue");
  }

  @Test
  void oneTenantsUseIsNotAnothers() {
    requests("blue", 3);
    refusedRequest("blue");

    requests("red", 3);
  }

  @Test
  void placesForCommandsComeBackOnceEach() {
    TenantLimits.Place first = limits.exec("blue");
    limits.exec("blue");
    assertThatThrownBy(() -> limits.exec("blue"))
        .isInstanceOf(LimitReachedException.class)
        .hasMessageContaining("sandpool.tenant.max-execs");
    limits.exec("red");

    first.close();
    first.close();

    limits.exec("blue");
    assertThatThrownBy(() -> limits.exec("blue")).isInstanceOf(LimitReachedException.class);
  }

  @Test
  void whatWasMovedTooMuchIsWaitedFor() {
    limits.requireTransfer("blue");
    limits.transferred("blue", 900); // The limit is 600 a minute: 300 are owed.

    LimitReachedException refused =
        catchThrowableOfType(LimitReachedException.class, () -> limits.requireTransfer("blue"));
    assertThat(refused).hasMessageContaining("sandpool.tenant.transfer-per-minute");
    assertThat(refused.retryAfterSeconds()).isBetween(30L, 31L);

    pass(31_000);
    limits.requireTransfer("blue");
  }

  @Test
  void zeroIsNoLimit() {
    TenantLimits none = new TenantLimits(LimitSettings.NONE, now::get);
    for (int i = 0; i < 10_000; i++) {
      none.request("blue");
      none.exec("blue");
      none.transferred("blue", Long.MAX_VALUE);
      none.requireTransfer("blue");
    }
    assertThat(none.remembered()).isZero();
  }

  @Test
  void tenantsThatHaveTheirFullMeasureAreForgotten() {
    TenantLimits.Place held = limits.exec("busy");
    for (int i = 0; i < 100_000; i++) {
      limits.request("tenant-" + i);
      pass(1_000);
    }

    assertThat(limits.remembered()).isLessThan(2 * 1024);
    limits.exec("busy");
    assertThatThrownBy(() -> limits.exec("busy")).isInstanceOf(LimitReachedException.class);
    held.close();
    limits.exec("busy");
  }

  @Test
  void forgettingLosesNoCount() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    TenantLimits many = new TenantLimits(new LimitSettings(1_000_000, 1_000_000, 1, 0), now::get);
    Callable<Void> work =
        () -> {
          for (int i = 0; i < 20_000; i++) {
            many.exec("own-" + Thread.currentThread().getName() + i % 300).close();
            many.request("other-" + i);
          }
          return null;
        };
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        all.add(threads.submit(work));
      }
      for (Future<Void> each : all) {
        each.get(1, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void numbersThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> new LimitSettings(-1, 1, 1, 1))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.tenant.requests-per-second: '-1'");
    assertThatThrownBy(() -> new LimitSettings(1, 0, 1, 1))
        .hasMessageContaining("sandpool.tenant.request-burst: '0'");
    assertThatThrownBy(() -> new LimitSettings(1, 1, -1, 1))
        .hasMessageContaining("sandpool.tenant.max-execs: '-1'");
    assertThatThrownBy(() -> new LimitSettings(1, 1, 1, -1))
        .hasMessageContaining("sandpool.tenant.transfer-per-minute: '-1'");
  }

  private void requests(String tenant, int count) {
    for (int i = 0; i < count; i++) {
      limits.request(tenant);
    }
  }

  private LimitReachedException refusedRequest(String tenant) {
    LimitReachedException refused =
        catchThrowableOfType(LimitReachedException.class, () -> limits.request(tenant));
    assertThat(refused).isNotNull();
    return refused;
  }

  private void pass(long millis) {
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
