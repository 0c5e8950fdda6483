package dev.sandpool.kubernetes.stock;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.WarmStock;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.ClusterSandbox;
import dev.sandpool.kubernetes.JsonPatch;
import dev.sandpool.kubernetes.SandboxKeys;
import dev.sandpool.kubernetes.SandboxRegistry;
import dev.sandpool.kubernetes.SandboxState;
import dev.sandpool.kubernetes.SandboxState.Kind;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The warm sandboxes of an installation, as labels on their objects say and one watch tells. Who
 * has one is settled by compare and set; all that is worked out here beforehand only keeps replicas
 * from running for the same one. Thread-safe.
 *
 * @param <T> the kind of object
 * @param <S> what stands for it here
 */
public final class SharedStock<T extends KubernetesObject, S extends ClusterSandbox<T>>
    implements WarmStock {

  private final StockObjects<T, S> objects;
  private final SandboxRegistry<T, S> sandboxes;
  private final Replicas replicas;
  private final EventRecorder events;
  private final Notifier changes;
  private final Reservations reserved = new Reservations();
  private final ConcurrentMap<SandboxSpec, String> kinds = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Integer> targets = new ConcurrentHashMap<>();

  /**
   * Joins the parts; owns none of them.
   *
   * @param threads shared; not closed
   */
  public SharedStock(
      StockObjects<T, S> objects,
      SandboxRegistry<T, S> sandboxes,
      Replicas replicas,
      EventRecorder events,
      ExecThreads threads) {
    this.objects = objects;
    this.sandboxes = sandboxes;
    this.replicas = replicas;
    this.events = events;
    changes = new Notifier(threads.blocking());
    replicas.onChange(changes::raise);
    sandboxes.listen(this::saw);
  }

  /**
   * The labels of a new object: whose it is, and what it is made from. It is nobody else's to take
   * before it is offered.
   */
  public Map<String, String> labels(SandboxSpec spec) {
    return Map.of(
        SandboxKeys.STATE,
        SandboxKeys.STARTING,
        SandboxKeys.HOLDER,
        replicas.self(),
        SandboxKeys.INSTANCE,
        replicas.instance(),
        SandboxKeys.MADE_FROM,
        kind(spec));
  }

  @Override
  public int share(SandboxSpec spec, int target) {
    Optional<String> kind = kindIfAny(spec);
    if (kind.isEmpty()) {
      return target;
    }
    targets.put(kind.get(), target);
    return replicas.shares().of(replicas.self(), kind.get(), target);
  }

  @Override
  public Optional<ManagedSandbox> adopt(SandboxSpec spec) {
    String kind = kind(spec);
    for (T candidate : ordered(ofOthers(kind).filter(object -> isSpare(object, kind)))) {
      String uid = candidate.getMetadata().getUid();
      if (reserved.add(uid)) {
        try {
          Optional<S> adopted = adopt(candidate, spec);
          if (adopted.isPresent()) {
            return Optional.of(adopted.get());
          }
        } finally {
          reserved.remove(uid);
        }
      }
    }
    return Optional.empty();
  }

  /** Empty where another replica was quicker. */
  private Optional<S> adopt(T candidate, SandboxSpec spec) {
    V1ObjectMeta meta = candidate.getMetadata();
    T mine;
    try {
      mine = objects.change(candidate, JsonPatch.adopt(meta, replicas.self()));
    } catch (ApiException e) {
      if (ApiErrors.testFailed(e)) {
        return Optional.empty();
      }
      throw new BackendUnavailableException(
          "Sandbox %s cannot be taken over: %s".formatted(meta.getName(), ApiErrors.describe(e)),
          e);
    }
    S sandbox = sandboxes.remember(mine);
    sandbox.keep();
    try {
      objects.join(sandbox, spec);
    } catch (RuntimeException e) {
      sandbox.discard(e);
      throw e;
    }
    events.normal(
        mine,
        "Adopted",
        "Replica %s took this warm sandbox over from replica %s"
            .formatted(replicas.self(), StockLabels.of(meta).holder()));
    return Optional.of(sandbox);
  }

  @Override
  public Optional<ManagedSandbox> take(SandboxSpec spec) {
    String kind = kind(spec);
    List<T> candidates = ordered(ofOthers(kind));
    reserved.retain(candidates.stream().map(each -> each.getMetadata().getUid()).toList());
    return candidates.stream()
        .filter(candidate -> reserved.add(candidate.getMetadata().getUid()))
        .findFirst()
        .map(
            candidate -> {
              S sandbox = sandboxes.remember(candidate);
              sandbox.pick();
              return sandbox;
            });
  }

  @Override
  public Optional<String> held(SandboxSpec spec) {
    return kindIfAny(spec).stream()
        .flatMap(kind -> keptBy(kind, replicas.self()))
        .map(objects::state)
        .filter(state -> state.kind() == Kind.HELD)
        .map(SandboxState::reason)
        .findFirst();
  }

  @Override
  public void onChange(Runnable listener) {
    changes.listen(listener);
  }

  /** Warm sandboxes of a kind that another replica keeps, and that are ready. */
  private Stream<T> ofOthers(String kind) {
    return sandboxes
        .usable(
            object -> {
              StockLabels labels = StockLabels.of(object.getMetadata());
              return labels.isWarm()
                  && labels.madeFrom().equals(kind)
                  && !labels.holder().equals(replicas.self());
            })
        .filter(object -> objects.state(object).kind() == Kind.READY);
  }

  private boolean isSpare(T object, String kind) {
    String holder = StockLabels.of(object.getMetadata()).holder();
    int wanted = targets.getOrDefault(kind, 0);
    return replicas.isGone(holder)
        || (replicas.shares().living().contains(holder)
            && kept(kind, holder) > replicas.shares().of(holder, kind, wanted));
  }

  private int kept(String kind, String holder) {
    return (int) keptBy(kind, holder).count();
  }

  private Stream<T> keptBy(String kind, String holder) {
    return sandboxes.usable(
        object -> {
          StockLabels labels = StockLabels.of(object.getMetadata());
          return labels.isInStock()
              && labels.madeFrom().equals(kind)
              && labels.holder().equals(holder);
        });
  }

  /** Those of the gone first, then those that fall to this replica rather than to others. */
  private List<T> ordered(Stream<T> candidates) {
    Shares shares = replicas.shares();
    Map<T, Integer> ranks =
        candidates.collect(Collectors.toMap(each -> each, each -> rank(each, shares)));
    return ranks.entrySet().stream()
        .sorted(
            Map.Entry.<T, Integer>comparingByValue()
                .thenComparing(
                    Comparator.comparing(
                        entry -> entry.getKey().getMetadata().getCreationTimestamp())))
        .map(Map.Entry::getKey)
        .toList();
  }

  private int rank(T object, Shares shares) {
    V1ObjectMeta meta = object.getMetadata();
    boolean isLeft = replicas.isGone(StockLabels.of(meta).holder());
    boolean isFirst = shares.isFirst(replicas.self(), meta.getUid());
    return (isLeft ? 0 : 2) + (isFirst ? 0 : 1);
  }

  /** What happens to this replica's own is its pool's to see. */
  private void saw(T object) {
    StockLabels labels = StockLabels.of(object.getMetadata());
    if (labels.isInStock() && !labels.holder().equals(replicas.self())) {
      changes.raise();
    }
  }

  private String kind(SandboxSpec spec) {
    return kinds.computeIfAbsent(
        spec, each -> Fingerprint.of(replicas.instance(), objects.madeFrom(each)));
  }

  private Optional<String> kindIfAny(SandboxSpec spec) {
    try {
      return Optional.of(kind(spec));
    } catch (SandboxException e) {
      // Nor can any be made; who tries is told why.
      return Optional.empty();
    }
  }
}
