package dev.sandpool.bench;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.EmptyBackend;
import dev.sandpool.backend.LossSignal;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Makes sandboxes of nothing, in no time: what is left to measure is the pool. */
final class NullBackend extends EmptyBackend {

  private final AtomicLong made = new AtomicLong();

  @Override
  public String mode() {
    return "null";
  }

  @Override
  public ManagedSandbox create(SandboxSpec spec) {
    return new NullSandbox("null-" + made.incrementAndGet());
  }

  private static final class NullSandbox implements ManagedSandbox {

    private final String id;
    private final LossSignal loss = new LossSignal();

    NullSandbox(String id) {
      this.id = id;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public SandboxInfo info() {
      throw new UnsupportedOperationException("nothing is known of it");
    }

    @Override
    public void claim(Terms terms) {}

    @Override
    public Tenure tenure() {
      throw new UnsupportedOperationException("it has no end");
    }

    @Override
    public boolean renew(Tenure seen, Tenure next) {
      return false;
    }

    @Override
    public boolean expire(Tenure seen, String why) {
      return false;
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
      loss.close("closed");
    }
  }
}
