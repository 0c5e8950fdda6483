package dev.sandpool.pool;

import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.WarmStock;
import dev.sandpool.pool.PoolSettings.OnExhausted;
import dev.sandpool.pool.Ticket.Grant;
import java.util.Optional;

/** How a borrower comes to its sandbox: it is admitted, takes or makes one, and claims it. */
final class Lending {

  private final SandboxSpec spec;
  private final OnExhausted onExhausted;
  private final Admission admission;
  private final Shelf shelf;
  private final WarmStock stock;
  private final SandboxMaker maker;
  private final Exits exits;
  private final Tenancy tenancy;

  Lending(
      SandboxSpec spec,
      OnExhausted onExhausted,
      Admission admission,
      Shelf shelf,
      WarmStock stock,
      SandboxMaker maker,
      Exits exits,
      Tenancy tenancy) {
    this.spec = spec;
    this.onExhausted = onExhausted;
    this.admission = admission;
    this.shelf = shelf;
    this.stock = stock;
    this.maker = maker;
    this.exits = exits;
    this.tenancy = tenancy;
  }

  /**
   * Lends one. Blocks.
   *
   * @throws dev.sandpool.PoolExhaustedException if there is none in time
   * @throws dev.sandpool.SandboxException if one has to be made and can't, or the pool is closed
   */
  PooledSandbox lend(CreateRequest request, Loan loan) throws InterruptedException {
    Ticket ticket = admission.ticket(request.tenant());
    while (true) {
      Grant grant = admission.await(ticket);
      Optional<PooledSandbox> taken = take(ticket, grant, loan);
      if (taken.isPresent() && isClaimed(taken.get(), request)) {
        return taken.get();
      }
    }
  }

  /** Uses what was granted; empty if that is gone. */
  private Optional<PooledSandbox> take(Ticket ticket, Grant grant, Loan loan) {
    Optional<PooledSandbox> taken = Optional.empty();
    try {
      taken = grant == Grant.WARM ? shelf.take() : another();
    } finally {
      if (taken.isEmpty()) {
        admission.undo(ticket, grant);
      }
    }
    return taken.filter(
        sandbox -> {
          boolean usable = admission.lend(ticket, grant, sandbox, loan);
          if (!usable) {
            exits.discard(sandbox);
          }
          return usable;
        });
  }

  /** One that another replica keeps warm; else one that is made for the caller, if it may be. */
  private Optional<PooledSandbox> another() {
    Optional<ManagedSandbox> shared = stock.take(spec);
    if (shared.isPresent()) {
      return Optional.of(shelf.takeOrMake(() -> maker.share(shared.get())));
    }
    return onExhausted == OnExhausted.CREATE
        ? Optional.of(shelf.takeOrMake(maker::create))
        : Optional.empty();
  }

  /** Marks it as the caller's; false if it ended or another replica took it a moment ago. */
  private boolean isClaimed(PooledSandbox sandbox, CreateRequest request) {
    try {
      sandbox.claim(tenancy.terms(request));
      return true;
    } catch (SandboxLostException e) {
      exits.missed(sandbox);
      return false;
    } catch (RuntimeException e) {
      // Nobody knows whether the claim arrived, so nobody else may get this one.
      exits.discard(sandbox);
      throw e;
    }
  }
}
