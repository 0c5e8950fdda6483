package dev.sandpool.security;

import dev.sandpool.Acquired;
import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CreateRequest;
import dev.sandpool.PoolChange;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.Sandboxes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sandboxes as one caller has them. Those of other tenants are not there: nothing tells them
 * from ones that never were.
 */
record CallerSandboxes(Sandboxes all, Supplier<Access> current) implements Sandboxes {

  @Override
  public Sandbox create(CreateRequest request) {
    begin(Action.CREATE, Optional.empty());
    Sandbox created = all.create(owned(request));
    access().activity().got(created.id());
    return new CallerSandbox(created, current);
  }

  @Override
  public Acquired getOrCreate(CreateRequest request) {
    begin(Action.CREATE, Optional.empty());
    Acquired acquired = all.getOrCreate(owned(request));
    access().activity().got(acquired.sandbox().id());
    return new Acquired(
        new CallerSandbox(acquired.sandbox(), current), acquired.origin(), acquired.reason());
  }

  /** Whoever is not given a tenant to act for acts for the own one. */
  private CreateRequest owned(CreateRequest request) {
    if (request.tenant().isEmpty()) {
      return request.withTenant(access().caller().tenant());
    }
    if (!access().caller().sees(request.tenant())) {
      access().begin(Action.OTHER_TENANT, Optional.empty(), Optional.empty());
    }
    return request;
  }

  @Override
  public Optional<Sandbox> find(String id) {
    access().activity().look(Action.FIND, id);
    access().caller().require(Action.FIND);
    return all.find(id).filter(this::isThere).map(found -> new CallerSandbox(found, current));
  }

  private boolean isThere(Sandbox found) {
    boolean there = access().caller().sees(found.info().tenant());
    if (!there) {
      access().activity().note(Action.OTHER_TENANT, Optional.of(found.id()), Optional.empty());
    }
    return there;
  }

  @Override
  public List<SandboxInfo> list() {
    begin(Action.LIST, Optional.empty());
    return all.list().stream().filter(each -> access().caller().sees(each.tenant())).toList();
  }

  @Override
  public CleanupResult cleanup(CleanupRequest request) {
    begin(Action.CLEANUP, Optional.empty());
    return all.cleanup(request);
  }

  @Override
  public boolean delete(String id) {
    access().begin(Action.DELETE, Optional.of(id), Optional.empty());
    if (access().caller().may(Action.OTHER_TENANT)) {
      return all.delete(id);
    }
    return all.find(id).filter(this::isThere).isPresent() && all.delete(id);
  }

  /** Who seems to have forgotten which sandbox is not for other tenants. */
  @Override
  public List<PoolStatus> pools() {
    begin(Action.POOLS, Optional.empty());
    return access().caller().may(Action.OTHER_TENANT)
        ? all.pools()
        : all.pools().stream().map(CallerSandboxes::withoutLeaks).toList();
  }

  @Override
  public PoolStatus resize(String pool, PoolChange change) {
    begin(Action.POOL_CHANGE, Optional.of(pool));
    return all.resize(pool, change);
  }

  private void begin(Action action, Optional<String> subject) {
    access().begin(action, Optional.empty(), subject);
  }

  private static PoolStatus withoutLeaks(PoolStatus pool) {
    return new PoolStatus(
        pool.name(),
        pool.available(),
        pool.active(),
        pool.creating(),
        pool.waiting(),
        pool.total(),
        pool.target(),
        pool.minIdle(),
        pool.maxIdle(),
        pool.maxTotal(),
        pool.hits(),
        pool.misses(),
        pool.evictions(),
        pool.lastError(),
        pool.nextAttempt(),
        List.of());
  }

  /** Of the request that this is called in. */
  private Access access() {
    return current.get();
  }
}
