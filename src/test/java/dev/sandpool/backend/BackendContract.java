package dev.sandpool.backend;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;

/**
 * What every back end must do, in parts by subject. A back end passes when a class that extends
 * this one does; nothing here may depend on which it is.
 *
 * <p>Most tests share one sandbox, as making one is slow on a cluster.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BackendContract
    implements CommandContract,
        StreamContract,
        SequenceContract,
        StopContract,
        IsolationContract,
        LifeContract,
        TenureContract,
        ConcurrencyContract {

  private final List<ManagedSandbox> fresh = new CopyOnWriteArrayList<>();
  private ManagedSandbox shared;

  @Override
  public final synchronized ManagedSandbox shared() {
    if (shared == null) {
      shared = backend().create(spec());
      shared.claim(FreeTenancy.terms(Map.of("purpose", "shared")));
    }
    return shared;
  }

  @Override
  public final ManagedSandbox fresh() {
    ManagedSandbox sandbox = backend().create(spec());
    fresh.add(sandbox);
    return sandbox;
  }

  @AfterEach
  void destroyFresh() {
    fresh.forEach(ManagedSandbox::destroy);
    fresh.clear();
  }

  @AfterAll
  void destroyShared() {
    if (shared != null) {
      shared.destroy();
    }
  }
}
