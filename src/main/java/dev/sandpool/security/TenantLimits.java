package dev.sandpool.security;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Holds each tenant to its limits, for this replica. May be used by many threads; blocks for
 * moments.
 *
 * <p>A tenant that uses nothing and has its full measure again is forgotten, which loses nothing;
 * so memory goes by the tenants of the last minute, not by all that ever were.
 */
public final class TenantLimits {

  private static final int FEW = 1024;

  private final LimitSettings settings;
  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<String, TenantUse> tenants = new ConcurrentHashMap<>();
  private final AtomicInteger sweepAt = new AtomicInteger(FEW);

  /** A place among the commands of a tenant, until it is closed. */
  public interface Place extends AutoCloseable {
    /** Gives it back; a second call does nothing. */
    @Override
    void close();
  }

  /**
   * Takes the limits.
   *
   * @param nanoTime a clock that never goes back, in nanoseconds
   */
  public TenantLimits(LimitSettings settings, LongSupplier nanoTime) {
    this.settings = settings;
    this.nanoTime = nanoTime;
  }

  /**
   * Counts a request.
   *
   * @throws LimitReachedException if it is one too many
   */
  public void request(String tenant) {
    use(tenant, each -> each.request(nanoTime.getAsLong()));
  }

  /**
   * Takes a place for a command.
   *
   * @throws LimitReachedException if there is none
   */
  public Place exec(String tenant) {
    use(tenant, TenantUse::beginExec);
    AtomicBoolean given = new AtomicBoolean();
    return () -> {
      if (given.compareAndSet(false, true)) {
        use(tenant, TenantUse::endExec);
      }
    };
  }

  /**
   * Asks whether bytes may be moved now. A transfer that has begun is never cut short: what it
   * moves beyond the limit, later ones wait for.
   *
   * @throws LimitReachedException if not
   */
  public void requireTransfer(String tenant) {
    use(tenant, each -> each.requireTransfer(nanoTime.getAsLong()));
  }

  /** Counts bytes that were moved. */
  public void transferred(String tenant, long bytes) {
    use(tenant, each -> each.transferred(bytes, nanoTime.getAsLong()));
  }

  /** How many tenants are remembered. */
  int remembered() {
    return tenants.size();
  }

  /** In one step with remembering and forgetting, so that nothing is counted on a forgotten one. */
  private void use(String tenant, Consumer<TenantUse> work) {
    if (settings.equals(LimitSettings.NONE)) {
      return;
    }
    sweepIfMany();
    tenants.compute(
        tenant,
        (name, known) -> {
          TenantUse each = known == null ? new TenantUse(settings, nanoTime.getAsLong()) : known;
          work.accept(each);
          return each;
        });
  }

  private void sweepIfMany() {
    if (tenants.size() < sweepAt.get()) {
      return;
    }
    long now = nanoTime.getAsLong();
    tenants
        .keySet()
        .forEach(
            tenant ->
                tenants.computeIfPresent(tenant, (name, each) -> each.isIdle(now) ? null : each));
    sweepAt.set(Math.max(FEW, 2 * tenants.size()));
  }
}
