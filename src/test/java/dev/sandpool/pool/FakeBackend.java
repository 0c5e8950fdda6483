package dev.sandpool.pool;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStatus;
import dev.sandpool.backend.LossSignal;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes sandboxes that run nothing, so that the pool's own behaviour can be provoked. */
final class FakeBackend implements SandboxBackend {

  final Queue<FakeSandbox> made = new ConcurrentLinkedQueue<>();
  final AtomicInteger beingMade = new AtomicInteger();
  final AtomicInteger mostAtOnce = new AtomicInteger();
  volatile Runnable beforeCreate = () -> {};
  volatile Function<SandboxSpec, FakeSandbox> maker = spec -> new FakeSandbox(spec.name());

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
  public Optional<ManagedSandbox> find(String id) {
    return Optional.empty();
  }

  @Override
  public List<SandboxInfo> list() {
    return List.of();
  }

  @Override
  public boolean delete(String id) {
    return false;
  }

  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  @Override
  public void close() {}

  static class FakeSandbox implements ManagedSandbox {
    final AtomicBoolean claimed = new AtomicBoolean();
    final AtomicInteger destroyed = new AtomicInteger();
    final LossSignal loss = new LossSignal();
    private final String id = SandboxIds.next();
    private final String spec;

    FakeSandbox(String spec) {
      this.spec = spec;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public SandboxInfo info() {
      return new SandboxInfo(id, "fake", spec, SandboxStatus.RUNNING, Map.of(), Instant.EPOCH);
    }

    @Override
    public void claim(Map<String, String> labels) {
      if (!claimed.compareAndSet(false, true)) {
        throw new SandboxLostException("taken");
      }
    }

    @Override
    public Optional<String> lost() {
      return loss.reason();
    }

    @Override
    public void onLost(Consumer<String> listener) {
      loss.listen(listener);
    }

    @Override
    public RunningCommand start(ShellCommand command, ByteSink sink) {
      throw new UnsupportedOperationException("this sandbox runs nothing");
    }

    @Override
    public void destroy() {
      if (loss.close("closed")) {
        destroyed.incrementAndGet();
      }
    }
  }
}
