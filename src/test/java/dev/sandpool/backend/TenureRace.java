package dev.sandpool.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.SandboxLostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.BooleanSupplier;

/** A renewal and the end of one sandbox at the same moment. */
public final class TenureRace {

  private TenureRace() {}

  /**
   * Runs it, and sees that one won: which, its state tells.
   *
   * @param renewing as whoever renews it knows it
   * @param ending as whoever ends it does
   * @param seen what both go by
   * @return whether the renewal won
   */
  public static boolean run(ManagedSandbox renewing, ManagedSandbox ending, Tenure seen) {
    CyclicBarrier start = new CyclicBarrier(2);
    Tenure used = seen.usedAt(seen.lastUse().plusSeconds(1));
    CompletableFuture<Boolean> renewal = race(start, () -> renewed(renewing, seen, used));
    CompletableFuture<Boolean> end = race(start, () -> ending.expire(seen, "its time is over"));

    assertThat(renewal.join()).as("either was renewed or ended").isNotEqualTo(end.join());
    if (renewal.join()) {
      assertThat(renewing.tenure()).isEqualTo(used);
      assertThat(renewing.lost()).isEmpty();
      assertThat(TestCommand.run(renewing, "echo lives").stdout()).isEqualTo("lives\n");
    } else {
      assertThat(ending.lost()).isPresent();
    }
    return renewal.join();
  }

  private static boolean renewed(ManagedSandbox sandbox, Tenure seen, Tenure next) {
    try {
      return sandbox.renew(seen, next);
    } catch (SandboxLostException e) {
      return false;
    }
  }

  private static CompletableFuture<Boolean> race(CyclicBarrier start, BooleanSupplier act) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            start.await();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return act.getAsBoolean();
        },
        task -> new Thread(task).start());
  }
}
