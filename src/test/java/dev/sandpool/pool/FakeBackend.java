package dev.sandpool.pool;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStatus;
import dev.sandpool.backend.EmptyBackend;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.LossSignal;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import dev.sandpool.backend.WarmStock;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Makes sandboxes whose commands end as they are told, so that the pool's own behaviour can be
 * provoked.
 */
public final class FakeBackend extends EmptyBackend {

  public final Queue<FakeSandbox> made = new ConcurrentLinkedQueue<>();
  final AtomicInteger beingMade = new AtomicInteger();
  final AtomicInteger mostAtOnce = new AtomicInteger();
  public volatile Runnable beforeCreate = () -> {};
  volatile Function<SandboxSpec, FakeSandbox> maker = spec -> new FakeSandbox(spec.name());
  final FakeStock stock = new FakeStock();
  public volatile InstantSource clock = InstantSource.system();

  @Override
  public String mode() {
    return "fake";
  }

  @Override
  public ManagedSandbox create(SandboxSpec spec) {
    mostAtOnce.accumulateAndGet(beingMade.incrementAndGet(), Math::max);
    try {
      beforeCreate.run();
      FakeSandbox sandbox = maker.apply(spec);
      made.add(sandbox);
      return sandbox;
    } finally {
      beingMade.decrementAndGet();
    }
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public WarmStock stock() {
    return stock;
  }

  @Override
  public Optional<ManagedSandbox> find(String id) {
    return held().filter(one -> one.id().equals(id)).map(ManagedSandbox.class::cast).findFirst();
  }

  @Override
  public List<SandboxInfo> list() {
    return held().map(FakeSandbox::info).toList();
  }

  private Stream<FakeSandbox> held() {
    return made.stream().filter(one -> one.claimed.get() && one.lost().isEmpty());
  }

  /** What other replicas have; nothing, and all is this one's, unless a test says otherwise. */
  static final class FakeStock implements WarmStock {
    final Queue<FakeSandbox> left = new ConcurrentLinkedQueue<>();
    final Queue<FakeSandbox> others = new ConcurrentLinkedQueue<>();
    volatile IntUnaryOperator share = target -> target;
    volatile Optional<String> held = Optional.empty();
    private volatile Runnable listener = () -> {};

    void changed() {
      listener.run();
    }

    @Override
    public int share(SandboxSpec spec, int target) {
      return share.applyAsInt(target);
    }

    @Override
    public Optional<ManagedSandbox> adopt(SandboxSpec spec) {
      return Optional.ofNullable(left.poll());
    }

    @Override
    public Optional<ManagedSandbox> take(SandboxSpec spec) {
      return Optional.ofNullable(others.poll());
    }

    @Override
    public Optional<String> held(SandboxSpec spec) {
      return held;
    }

    @Override
    public void onChange(Runnable added) {
      listener = added;
    }
  }

  public static class FakeSandbox implements ManagedSandbox {
    final AtomicBoolean claimed = new AtomicBoolean();
    final AtomicInteger destroyed = new AtomicInteger();
    final AtomicInteger offered = new AtomicInteger();
    public final LossSignal loss = new LossSignal();
    volatile boolean taken;
    public volatile Function<ShellCommand, CompletableFuture<CommandEnd>> runs =
        command -> CompletableFuture.completedFuture(ended(0));
    private final String id = SandboxIds.next();
    private final String spec;
    volatile Instant created = Instant.now();
    volatile Terms terms = FreeTenancy.terms(Map.of());
    volatile SandboxStatus status = SandboxStatus.RUNNING;
    public volatile Runnable beforeRenewal = () -> {};
    public final AtomicInteger renewed = new AtomicInteger();
    private volatile Tenure tenure = Tenure.endless(created);

    public static CommandEnd ended(int exitCode) {
      return new CommandEnd(OptionalInt.of(exitCode), false, false, Duration.ZERO);
    }

    FakeSandbox(String spec) {
      this.spec = spec;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public SandboxInfo info() {
      return new SandboxInfo(
          id,
          "fake",
          spec,
          status,
          terms.labels(),
          terms.tenant(),
          terms.key(),
          created,
          tenure.lastUse(),
          tenure.end());
    }

    @Override
    public void offer() {
      offered.incrementAndGet();
    }

    @Override
    public void claim(Terms on) {
      if (!claimed.compareAndSet(false, true)) {
        throw new SandboxLostException("taken");
      }
      terms = on;
      tenure = on.tenure();
    }

    @Override
    public Tenure tenure() {
      return tenure;
    }

    @Override
    public boolean renew(Tenure seen, Tenure next) {
      beforeRenewal.run();
      return isReplaced(seen, next);
    }

    private synchronized boolean isReplaced(Tenure seen, Tenure next) {
      requireUsable();
      boolean same = tenure.equals(seen);
      tenure = same ? next : tenure;
      renewed.addAndGet(same ? 1 : 0);
      return same;
    }

    @Override
    public synchronized boolean expire(Tenure seen, String why) {
      boolean ends = tenure.equals(seen) && lost().isEmpty();
      if (ends) {
        loss.raise(why);
        destroy();
      }
      return ends;
    }

    @Override
    public void suspend() {
      status = SandboxStatus.SUSPENDED;
    }

    @Override
    public void resume() {
      status = SandboxStatus.RUNNING;
    }

    @Override
    public Optional<String> lost() {
      return loss.reason();
    }

    @Override
    public boolean isTaken() {
      return taken;
    }

    @Override
    public void onLost(Consumer<String> listener) {
      loss.listen(listener);
    }

    @Override
    public RunningCommand start(ShellCommand command, ByteSink sink) {
      CompletableFuture<CommandEnd> end = runs.apply(command);
      return new RunningCommand() {
        @Override
        public CompletableFuture<CommandEnd> end() {
          return end;
        }

        @Override
        public void cancel() {
          end.cancel(false);
        }
      };
    }

    @Override
    public void destroy() {
      if (loss.close("closed")) {
        destroyed.incrementAndGet();
      }
    }
  }
}
