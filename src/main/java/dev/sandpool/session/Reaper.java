package dev.sandpool.session;

import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CleanupResult.Verdict;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.Tenure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ends sandboxes whose time is over, whoever made them.
 *
 * <p>Any number may run at a time, in any number of processes: each ends a sandbox only if its
 * tenure still is as it was seen, so what was used or renewed meanwhile stays. That only one
 * usually does saves work, no more.
 */
public final class Reaper {

  private static final int WORKERS = 8;

  private final SandboxBackend backend;
  private final Function<String, Optional<ManagedSandbox>> held;
  private final TenureKeeper keeper;
  private final SessionStore sessions;
  private final Executor background;

  /**
   * Joins the parts.
   *
   * @param held finds a sandbox that somebody holds
   * @param keeper knows of uses that are not written down yet
   * @param sessions forgets the keys of what is gone
   * @param background for what may be done side by side
   */
  public Reaper(
      SandboxBackend backend,
      Function<String, Optional<ManagedSandbox>> held,
      TenureKeeper keeper,
      SessionStore sessions,
      Executor background) {
    this.backend = backend;
    this.held = held;
    this.keeper = keeper;
    this.sessions = sessions;
    this.background = background;
  }

  private record Due(SandboxInfo info, String why) {}

  /** What became of those that were looked at; filled side by side. */
  private record Verdicts(Queue<Verdict> deleted, Queue<Verdict> kept, Queue<Verdict> failed) {
    Verdicts() {
      this(
          new ConcurrentLinkedQueue<>(),
          new ConcurrentLinkedQueue<>(),
          new ConcurrentLinkedQueue<>());
    }

    CleanupResult result(boolean dryRun) {
      return new CleanupResult(
          List.copyOf(deleted), List.copyOf(kept), List.copyOf(failed), dryRun);
    }
  }

  /** Does it once. Blocks; what fails for one sandbox is its verdict. */
  public CleanupResult run(CleanupRequest request) {
    Instant now = backend.clock().instant();
    Verdicts verdicts = new Verdicts();
    Queue<Due> due = new ConcurrentLinkedQueue<>();
    for (SandboxInfo info : backend.list()) {
      reason(info, request, now)
          .ifPresentOrElse(
              why -> due.add(new Due(info, why)), () -> verdicts.kept().add(kept(info)));
    }
    if (request.dryRun()) {
      due.forEach(each -> verdicts.deleted().add(verdict(each.info(), each.why())));
    } else {
      sideBySide(due, each -> end(each, request, verdicts));
    }
    return verdicts.result(request.dryRun());
  }

  /** Forgets the keys of sandboxes that are gone; returns how many. Blocks. */
  public int sweepKeys() {
    Set<String> there =
        backend.list().stream().map(SandboxInfo::id).collect(Collectors.toUnmodifiableSet());
    return sessions.sweep(id -> !there.contains(id) && held.apply(id).isEmpty());
  }

  private Optional<String> reason(SandboxInfo info, CleanupRequest request, Instant now) {
    Instant used = keeper.lastUse(info.id(), info.lastUsedAt());
    Optional<String> idle =
        request
            .maxIdle()
            .filter(most -> isIdleFor(most, used, now))
            .map(most -> "it was not used for %s, since %s".formatted(Expiry.shown(most), used));
    return info.expiresAt().filter(end -> !end.isAfter(now)).isPresent()
        ? Optional.of("its time was over at " + info.expiresAt().get())
        : idle;
  }

  private void end(Due due, CleanupRequest request, Verdicts verdicts) {
    try {
      Optional<ManagedSandbox> sandbox = held.apply(due.info().id());
      if (sandbox.isEmpty()) {
        return; // Somebody else deleted it.
      }
      Tenure seen = sandbox.get().tenure();
      Instant now = backend.clock().instant();
      if (isDue(sandbox.get(), seen, request, now)
          && sandbox.get().expire(seen, "it expired: " + due.why())) {
        verdicts.deleted().add(verdict(due.info(), due.why()));
      } else {
        verdicts.kept().add(verdict(due.info(), "it was used or renewed at this moment"));
      }
    } catch (SandboxException e) {
      verdicts.failed().add(verdict(due.info(), String.valueOf(e.getMessage())));
    }
  }

  private boolean isDue(ManagedSandbox sandbox, Tenure seen, CleanupRequest request, Instant now) {
    Tenure known = seen.usedAt(keeper.lastUse(sandbox.id(), seen.lastUse()));
    return known.isOver(now)
        || request.maxIdle().filter(most -> isIdleFor(most, known.lastUse(), now)).isPresent();
  }

  private static boolean isIdleFor(Duration most, Instant used, Instant now) {
    return Duration.between(used, now).compareTo(most) >= 0;
  }

  private <T> void sideBySide(Queue<T> work, Consumer<T> worker) {
    Runnable all =
        () -> Stream.generate(work::poll).takeWhile(each -> each != null).forEach(worker);
    CompletableFuture.allOf(
            Stream.generate(() -> CompletableFuture.runAsync(all, background))
                .limit(Math.min(WORKERS, work.size()))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  private Verdict kept(SandboxInfo info) {
    return verdict(
        info, info.expiresAt().map(end -> "it has time until " + end).orElse("it has no end"));
  }

  private static Verdict verdict(SandboxInfo info, String reason) {
    return new Verdict(info.id(), reason);
  }
}
