package dev.sandpool.cdi;

import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CreateRequest;
import dev.sandpool.PoolChange;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStatus;
import dev.sandpool.Sandboxes;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.se.SeContainer;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in for pools and back end: lends sandboxes that have an id, beginning with their pool's
 * name, and counts their end. What the next creations do first can be said.
 */
@Alternative
@Priority(1)
@ApplicationScoped
@Unguarded
public class CountingSandboxes implements Sandboxes {

  private final AtomicInteger created = new AtomicInteger();
  private final AtomicInteger attempts = new AtomicInteger();
  private final Set<String> alive = ConcurrentHashMap.newKeySet();
  private final Map<List<String>, Sandbox> keyed = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<CreateRequest> requests = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Runnable> hindrances = new ConcurrentLinkedQueue<>();

  /** The one of a container. */
  static CountingSandboxes of(SeContainer container) {
    Unguarded qualifier = CountingSandboxes.class.getAnnotation(Unguarded.class);
    return container.select(CountingSandboxes.class, qualifier).get();
  }

  public int created() {
    return created.get();
  }

  public int closed() {
    return created.get() - alive.size();
  }

  /** How often a creation was tried. */
  public int attempts() {
    return attempts.get();
  }

  /** What the next creation does before it succeeds. */
  public void hinder(Runnable first) {
    hindrances.add(first);
  }

  @Override
  public Sandbox create(CreateRequest request) {
    attempts.incrementAndGet();
    Optional.ofNullable(hindrances.poll()).ifPresent(Runnable::run);
    String id = request.spec() + "-" + created.incrementAndGet();
    alive.add(id);
    return handle(id, request.spec(), () -> alive.remove(id));
  }

  @Override
  public Acquired getOrCreate(CreateRequest request) {
    attempts.incrementAndGet();
    Optional.ofNullable(hindrances.poll()).ifPresent(Runnable::run);
    requests.add(request);
    List<String> key = List.of(request.tenant(), request.key().orElseThrow());
    Sandbox former = keyed.get(key);
    if (former != null && alive.contains(former.id())) {
      return new Acquired(former, Origin.FOUND, Optional.empty());
    }
    String id = request.spec() + "-" + created.incrementAndGet();
    alive.add(id);
    keyed.put(key, handle(id, request.spec(), () -> {}));
    return former == null
        ? new Acquired(keyed.get(key), Origin.CREATED, Optional.empty())
        : new Acquired(keyed.get(key), Origin.REPLACED, Optional.of(former.id() + " is gone"));
  }

  /** What was asked for by key. */
  List<CreateRequest> requests() {
    return List.copyOf(requests);
  }

  @Override
  public CleanupResult cleanup(CleanupRequest request) {
    return new CleanupResult(List.of(), List.of(), List.of(), request.dryRun());
  }

  @Override
  public Optional<Sandbox> find(String id) {
    return Optional.of(id).filter(alive::contains).map(found -> handle(found, "found", () -> {}));
  }

  @Override
  public List<SandboxInfo> list() {
    return List.of();
  }

  @Override
  public boolean delete(String id) {
    return alive.remove(id);
  }

  @Override
  public List<PoolStatus> pools() {
    return List.of();
  }

  @Override
  public PoolStatus resize(String pool, PoolChange change) {
    throw new UnsupportedOperationException("there is no pool here");
  }

  private Sandbox handle(String id, String spec, Runnable close) {
    return (Sandbox)
        Proxy.newProxyInstance(
            Sandbox.class.getClassLoader(),
            new Class<?>[] {Sandbox.class},
            (proxy, method, arguments) -> {
              Runnable call = method.getName().equals("close") ? close : () -> refuseIfLost(id);
              return switch (method.getName()) {
                case "id" -> id;
                case "info" -> info(id, spec);
                default -> {
                  call.run();
                  yield null;
                }
              };
            });
  }

  private void refuseIfLost(String id) {
    if (!alive.contains(id)) {
      throw new SandboxLostException(id + " is gone");
    }
  }

  private static SandboxInfo info(String id, String spec) {
    return new SandboxInfo(
        id,
        "counting",
        spec,
        SandboxStatus.RUNNING,
        Map.of(),
        "",
        Optional.empty(),
        Instant.EPOCH,
        Instant.EPOCH,
        Optional.empty());
  }
}
