package dev.sandpool.session;

import dev.sandpool.Acquired;
import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CreateRequest;
import dev.sandpool.PoolChange;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.Sandboxes;
import dev.sandpool.pool.PooledSandboxes;
import java.util.List;
import java.util.Optional;

/** {@link Sandboxes}: those of the pools, kept under keys and until their time is over. */
public final class SessionSandboxes implements Sandboxes {

  private final PooledSandboxes pooled;
  private final KeyedSandboxes keyed;
  private final Reaper reaper;

  /** Joins the parts; owns none of them. */
  public SessionSandboxes(PooledSandboxes pooled, KeyedSandboxes keyed, Reaper reaper) {
    this.pooled = pooled;
    this.keyed = keyed;
    this.reaper = reaper;
  }

  /** With a key it would be one that the key does not lead to. */
  @Override
  public Sandbox create(CreateRequest request) {
    KeyedSandboxes.refuseKey(request);
    return pooled.create(request);
  }

  @Override
  public Acquired getOrCreate(CreateRequest request) {
    return keyed.getOrCreate(request);
  }

  @Override
  public Optional<Sandbox> find(String id) {
    return pooled.held(id).map(pooled::handle);
  }

  @Override
  public List<SandboxInfo> list() {
    return pooled.list();
  }

  @Override
  public CleanupResult cleanup(CleanupRequest request) {
    return reaper.run(request);
  }

  @Override
  public boolean delete(String id) {
    return pooled.delete(id);
  }

  @Override
  public List<PoolStatus> pools() {
    return pooled.pools();
  }

  @Override
  public PoolStatus resize(String pool, PoolChange change) {
    return pooled.resize(pool, change);
  }
}
