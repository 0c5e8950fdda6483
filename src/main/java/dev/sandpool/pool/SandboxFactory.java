package dev.sandpool.pool;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.PooledObjectState;
import org.apache.commons.pool2.impl.DefaultPooledObject;

/** Makes, checks and destroys sandboxes for Commons Pool, and remembers how making them goes. */
final class SandboxFactory extends BasePooledObjectFactory<ManagedSandbox> {

  private final SandboxBackend backend;
  private final SandboxSpec spec;
  private final Consumer<ManagedSandbox> onLost;
  private final AtomicInteger creating = new AtomicInteger();
  private final AtomicReference<String> lastError = new AtomicReference<>();

  SandboxFactory(SandboxBackend backend, SandboxSpec spec, Consumer<ManagedSandbox> onLost) {
    this.backend = backend;
    this.spec = spec;
    this.onLost = onLost;
  }

  int creating() {
    return creating.get();
  }

  String lastError() {
    return lastError.get();
  }

  @Override
  public ManagedSandbox create() {
    creating.incrementAndGet();
    try {
      long deadline = System.nanoTime() + spec.startupTimeout().toNanos();
      ManagedSandbox sandbox = backend.create(spec);
      SetupScript.run(spec, sandbox, deadline);
      lastError.set(null);
      sandbox.onLost(reason -> onLost.accept(sandbox));
      return sandbox;
    } catch (RuntimeException e) {
      lastError.set(e.getMessage());
      throw e;
    } finally {
      creating.decrementAndGet();
    }
  }

  @Override
  public PooledObject<ManagedSandbox> wrap(ManagedSandbox sandbox) {
    return new DefaultPooledObject<>(sandbox);
  }

  /**
   * From watched state only: a network call here would hold up every pool of the JVM. One that
   * comes back was used, and is not lent again.
   */
  @Override
  public boolean validateObject(PooledObject<ManagedSandbox> pooled) {
    return pooled.getState() != PooledObjectState.RETURNING && pooled.getObject().lost().isEmpty();
  }

  @Override
  public void destroyObject(PooledObject<ManagedSandbox> pooled) {
    pooled.getObject().destroy();
  }
}
