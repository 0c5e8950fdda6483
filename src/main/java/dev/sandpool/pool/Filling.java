package dev.sandpool.pool;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.WarmStock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Adds one warm sandbox: one that a replica left or has too many, else a new one. */
final class Filling {

  private final SandboxSpec spec;
  private final WarmStock stock;
  private final SandboxMaker maker;
  private final RefillRate rate;
  private final Admission admission;
  private final Shelf shelf;
  private final Consumer<PooledSandbox> discard;

  /**
   * Joins the parts.
   *
   * @param discard destroys what is of no use when it is made
   */
  Filling(
      SandboxSpec spec,
      WarmStock stock,
      SandboxMaker maker,
      RefillRate rate,
      Admission admission,
      Shelf shelf,
      Consumer<PooledSandbox> discard) {
    this.spec = spec;
    this.stock = stock;
    this.maker = maker;
    this.rate = rate;
    this.admission = admission;
    this.shelf = shelf;
    this.discard = discard;
  }

  /** Adds one, unless there is no room, or it would be too early. Blocks. */
  Refiller.Outcome addOne() {
    if (!admission.reserve()) {
      return Refiller.Outcome.NO_ROOM;
    }
    PooledSandbox added = null;
    try {
      Optional<ManagedSandbox> adopted = stock.adopt(spec);
      Duration pause = adopted.isPresent() ? Duration.ZERO : rate.begin();
      if (pause.isZero()) {
        added = shelf.add(how(adopted));
      }
      return new Refiller.Outcome(added != null, pause);
    } finally {
      if (added == null) {
        admission.release();
      } else if (!admission.stocked(added)) {
        discard.accept(added);
      }
    }
  }

  private Supplier<PooledSandbox> how(Optional<ManagedSandbox> adopted) {
    return adopted
        .<Supplier<PooledSandbox>>map(sandbox -> () -> maker.adopt(sandbox))
        .orElse(maker::prepare);
  }
}
