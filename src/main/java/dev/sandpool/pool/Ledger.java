package dev.sandpool.pool;

import dev.sandpool.pool.PoolSettings.OnExhausted;
import dev.sandpool.pool.PooledSandbox.State;
import dev.sandpool.pool.Ticket.Grant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a pool has: the warm sandboxes, those being made to refill, those being made for callers,
 * those lent, and those being destroyed. Together they never are more than {@code maxTotal}, and
 * what tenants have is never more than {@code maxPerTenant} each.
 *
 * <p>What was granted counts from that moment: a warm sandbox that is <em>promised</em> is no other
 * borrower's, a place that is granted is taken. Not thread-safe: {@link Admission}'s lock guards
 * it.
 */
final class Ledger {

  private final OnExhausted onExhausted;
  private final Set<PooledSandbox> warm = new LinkedHashSet<>();
  private final Map<String, PooledSandbox> lent = new LinkedHashMap<>();
  private final Map<String, Integer> heldByTenant = new HashMap<>();
  private volatile PoolSizes sizes;
  private long stock;
  private int promised;
  private int old;
  private int refilling;
  private int cold;
  private int leaving;
  private boolean closed;

  Ledger(OnExhausted onExhausted, PoolSizes sizes) {
    this.onExhausted = onExhausted;
    this.sizes = sizes;
  }

  /** Grants something, and notes it on the ticket, if there is anything for it. */
  boolean grant(Ticket ticket) {
    if (closed || isCapped(ticket.tenant())) {
      return false;
    }
    if (warm.size() > promised) {
      promised++;
      ticket.grant = Grant.WARM;
    } else if (total() < sizes.maxTotal() && mayAdd(ticket)) {
      cold++;
      ticket.stockSeen = stock;
      ticket.grant = Grant.COLD;
    } else {
      return false;
    }
    heldByTenant.merge(ticket.tenant(), 1, Integer::sum);
    return true;
  }

  /** Who may not have one made can still find one in the shared stock, unless it was just there. */
  private boolean mayAdd(Ticket ticket) {
    return onExhausted == OnExhausted.CREATE || ticket.stockSeen < stock;
  }

  /** A borrower could not use what it was granted. */
  void undo(Ticket ticket, Grant grant) {
    settle(grant);
    free(ticket.tenant());
  }

  /** A borrower has what it was granted; false if it was lost or the pool closed meanwhile. */
  boolean lend(Ticket ticket, Grant grant, PooledSandbox sandbox, Loan loan) {
    settle(grant);
    takeFromWarm(sandbox);
    boolean usable = sandbox.state != State.GONE && !closed;
    sandbox.state = usable ? State.LENT : State.GONE;
    if (usable) {
      sandbox.lend(loan);
      lent.put(sandbox.id(), sandbox);
    } else {
      free(ticket.tenant());
    }
    return usable;
  }

  private void settle(Grant grant) {
    if (grant == Grant.WARM) {
      promised--;
    } else {
      cold--;
    }
  }

  /** Takes a place for one more to be made; false when there is none. */
  boolean reserve() {
    boolean room = !closed && total() < sizes.maxTotal();
    refilling += room ? 1 : 0;
    return room;
  }

  /** Gives a reserved place back. */
  void release() {
    refilling--;
  }

  /** One that was made on a reserved place; false if it is lost already, or the pool was closed. */
  boolean stocked(PooledSandbox sandbox) {
    refilling--;
    if (sandbox.state == State.MADE) {
      sandbox.state = closed ? State.GONE : State.WARM;
    }
    if (sandbox.state == State.WARM) {
      warm.add(sandbox);
    }
    return sandbox.state != State.GONE;
  }

  /** A sandbox has ended or is destroyed; tells what it was until now. */
  State leave(PooledSandbox sandbox) {
    State before = sandbox.state;
    takeFromWarm(sandbox);
    if (before == State.LENT) {
      lent.remove(sandbox.id());
      free(sandbox.loan().request().tenant());
    }
    sandbox.state = State.GONE;
    return before;
  }

  /** Takes a warm one away that nobody counts on; its place stays taken until {@link #vacate}. */
  boolean withdraw(PooledSandbox sandbox) {
    boolean free = sandbox.state == State.WARM && warm.size() > promised;
    if (free) {
      takeFromWarm(sandbox);
      sandbox.state = State.GONE;
      leaving++;
    }
    return free;
  }

  /** One that was withdrawn is destroyed. */
  void vacate() {
    leaving--;
  }

  /** Counts a warm one no more as one that need not be made. */
  void age(PooledSandbox sandbox) {
    if (sandbox.state == State.WARM && !sandbox.old) {
      sandbox.old = true;
      old++;
    }
  }

  /** How many warm ones nobody counts on and that are not about to be replaced. */
  int fresh() {
    return warm.size() - promised - old;
  }

  List<PooledSandbox> warm() {
    return List.copyOf(warm);
  }

  List<PooledSandbox> lent() {
    return List.copyOf(lent.values());
  }

  Optional<PooledSandbox> lent(String id) {
    return Optional.ofNullable(lent.get(id));
  }

  /** May be read without the lock. */
  PoolSizes sizes() {
    return sizes;
  }

  void resize(PoolSizes others) {
    sizes = others;
  }

  /** The stock that replicas share is another one. */
  void stockChanged() {
    stock++;
  }

  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isCapped(String tenant) {
    int cap = sizes.maxPerTenant();
    return cap > 0 && heldByTenant.getOrDefault(tenant, 0) >= cap;
  }

  Counts counts(int waiting) {
    return new Counts(warm.size(), lent.size(), refilling + cold, leaving, waiting);
  }

  /** How many there are of each. */
  record Counts(int warm, int lent, int creating, int leaving, int waiting) {
    int total() {
      return warm + lent + creating + leaving;
    }
  }

  private void takeFromWarm(PooledSandbox sandbox) {
    if (warm.remove(sandbox) && sandbox.old) {
      old--;
    }
  }

  private void free(String tenant) {
    heldByTenant.computeIfPresent(tenant, (name, held) -> held > 1 ? held - 1 : null);
  }

  private int total() {
    return warm.size() + refilling + cold + lent.size() + leaving;
  }
}
