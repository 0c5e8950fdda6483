package dev.sandpool.kubernetes.claim;

import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.ApiErrors;
import io.kubernetes.client.openapi.ApiException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Renews the claims that this process holds or uses, so that those of a process that died end by
 * themselves. An end is moved by compare and set: two processes never shorten each other's.
 */
final class LeaseKeeper implements AutoCloseable {

  private static final Logger LOG = System.getLogger(LeaseKeeper.class.getName());

  private final Supplier<Collection<ClaimSandbox>> sandboxes;
  private final ClaimApi api;
  private final Lease lease;
  private final ExecThreads threads;
  private final ScheduledFuture<?> timer;

  LeaseKeeper(
      Supplier<Collection<ClaimSandbox>> sandboxes,
      ClaimApi api,
      Lease lease,
      ExecThreads threads) {
    this.sandboxes = sandboxes;
    this.api = api;
    this.lease = lease;
    this.threads = threads;
    long pace = lease.pace().toMillis();
    timer = threads.timer().scheduleWithFixedDelay(this::look, pace, pace, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    timer.cancel(false);
  }

  /** Starts the renewals that are due; the result ends with them. */
  CompletableFuture<Void> look() {
    Instant since = lease.now().minus(lease.length());
    return CompletableFuture.allOf(
        sandboxes.get().stream()
            .filter(sandbox -> sandbox.isWanted(since))
            .filter(sandbox -> next(sandbox.object()).isPresent())
            .map(this::start)
            .toArray(CompletableFuture<?>[]::new));
  }

  /** Renews one now, if it is due. Blocks. */
  void renew(ClaimSandbox sandbox) {
    Claim claim = sandbox.object();
    Optional<Instant> next = next(claim);
    if (next.isEmpty()) {
      return;
    }
    try {
      api.renew(claim, claim.shutdownTime().orElseThrow(), Lease.text(next.get()))
          // Where it changed meanwhile the next look sees how, and does what is then due.
          .or(() -> api.read(sandbox.id()))
          .ifPresentOrElse(
              now -> sandbox.saw(now, sandbox.isAnother(now)), () -> sandbox.saw(claim, true));
    } catch (ApiException e) {
      LOG.log(
          Level.WARNING,
          "The claim of sandbox {0} could not be renewed and ends at {1}: {2}",
          sandbox.id(),
          claim.shutdownTime().orElse(""),
          ApiErrors.describe(e));
    }
  }

  private CompletableFuture<Void> start(ClaimSandbox sandbox) {
    try {
      return CompletableFuture.runAsync(() -> renew(sandbox), threads.blocking());
    } catch (RejectedExecutionException e) {
      // Sandpool is shutting down, and what it leaves is to end by itself.
      return CompletableFuture.completedFuture(null);
    }
  }

  private Optional<Instant> next(Claim claim) {
    try {
      return claim
          .shutdownTime()
          .map(Instant::parse)
          .flatMap(end -> lease.next(claim.metadata().getCreationTimestamp().toInstant(), end));
    } catch (DateTimeParseException e) {
      // Somebody else wrote it; ours can be read.
      return Optional.empty();
    }
  }
}
