package dev.sandpool.kubernetes;

import dev.sandpool.SandboxInfo;
import dev.sandpool.backend.SandboxIds;
import io.kubernetes.client.common.KubernetesObject;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The sandboxes that this process knows: one object for each, whoever asks, kept up to date by one
 * watch. Thread-safe.
 *
 * @param <T> the kind of object that stands for a sandbox in the cluster
 * @param <S> what stands for it here
 */
public final class SandboxRegistry<T extends KubernetesObject, S extends ClusterSandbox<T>>
    implements AutoCloseable {

  private final ConcurrentMap<ObjectName, S> known = new ConcurrentHashMap<>();
  private final List<Consumer<T>> listeners = new CopyOnWriteArrayList<>();
  private final Function<T, S> maker;
  private final Predicate<T> usable;
  private final ObjectWatch<T> watch;

  /**
   * Opens the watch.
   *
   * @param maker makes what stands for an object; does not block
   * @param usable whether an object's state lets somebody use the sandbox
   * @param watch opens the watch with the listener that it is given
   */
  public SandboxRegistry(
      Function<T, S> maker,
      Predicate<T> usable,
      Function<BiConsumer<T, Boolean>, ObjectWatch<T>> watch) {
    this.maker = maker;
    this.usable = usable;
    this.watch = watch.apply(this::saw);
  }

  /** The one that stands for an object in this process, with what the watch already knows. */
  public S remember(T object) {
    ObjectName name = ObjectName.of(object);
    // What was in stock here hears first that another replica has lent it; it is of no use then.
    Optional.ofNullable(known.get(name)).ifPresent(old -> hear(old, object));
    S sandbox =
        known.compute(
            name, (key, old) -> old == null || old.isAnothers(object) ? maker.apply(object) : old);
    hear(sandbox, object);
    watch.find(name).ifPresent(seen -> sandbox.saw(seen, false));
    return sandbox;
  }

  private static <T extends KubernetesObject> void hear(ClusterSandbox<T> sandbox, T object) {
    if (sandbox.object() != object) {
      sandbox.saw(object, false);
    }
  }

  /**
   * Finds one that somebody holds.
   *
   * @param places where its object may be, the likeliest first
   * @param read asks the server for an object; blocks
   */
  public Optional<S> find(
      String id, List<ObjectName> places, Function<ObjectName, Optional<T>> read) {
    if (!SandboxIds.isValid(id)) {
      return Optional.empty();
    }
    // Another replica may have made or claimed it a moment ago, before the watch told.
    return held(places, this::seen).or(() -> held(places, read)).map(this::remember);
  }

  /** Those that somebody holds, oldest first. */
  public List<SandboxInfo> list() {
    return held()
        .map(ClusterSandbox::info)
        .sorted(Comparator.comparing(SandboxInfo::createdAt).thenComparing(SandboxInfo::id))
        .toList();
  }

  /** What stands here for those that somebody holds. */
  public Stream<S> held() {
    return all().filter(this::isHeld).map(this::remember);
  }

  /**
   * Those in the cluster that can be used, or will be, as far as this process knows.
   *
   * @param which of all; asked first, so let it be quick
   */
  public Stream<T> usable(Predicate<T> which) {
    return all().filter(which).filter(this::isUsable);
  }

  /** All that the watch tells of. */
  public Stream<T> all() {
    return watch.all().stream().map(this::newest);
  }

  /** What stands for an object in this process, if anything does. */
  public Optional<S> known(T object) {
    return Optional.ofNullable(known.get(ObjectName.of(object)));
  }

  /** Calls with each new state of an object, and its last one. Must not block. */
  public void listen(Consumer<T> listener) {
    listeners.add(listener);
  }

  /** All that this process knows of, warm ones too. */
  public Collection<S> known() {
    return List.copyOf(known.values());
  }

  /** Why what it knows may be old; empty while the watch works. */
  public Optional<String> trouble() {
    return watch.trouble();
  }

  /** Ends the commands that run and the watch. */
  @Override
  public void close() {
    known.values().forEach(sandbox -> sandbox.runner().close());
    watch.close();
  }

  private void saw(T object, boolean deleted) {
    ObjectName name = ObjectName.of(object);
    S sandbox = deleted ? known.remove(name) : known.get(name);
    if (sandbox != null) {
      sandbox.saw(object, deleted);
    }
    listeners.forEach(listener -> listener.accept(object));
  }

  private Optional<T> held(List<ObjectName> places, Function<ObjectName, Optional<T>> source) {
    return places.stream()
        .flatMap(place -> source.apply(place).stream())
        .filter(this::isHeld)
        .findFirst();
  }

  /**
   * What this process knows is asked once: that it is over is forgotten a moment later, when the
   * watch tells that its object is gone.
   */
  private Optional<T> seen(ObjectName place) {
    S mine = known.get(place);
    return mine == null
        ? watch.find(place)
        : Optional.of(mine).filter(it -> !isOver(it)).map(ClusterSandbox::object);
  }

  private T newest(T seen) {
    S sandbox = known.get(ObjectName.of(seen));
    return sandbox == null ? seen : sandbox.object();
  }

  private boolean isHeld(T object) {
    return SandboxKeys.isActive(object.getMetadata()) && isUsable(object);
  }

  /** One that was lost here stays so, even if the cluster puts something new in its place. */
  private boolean isUsable(T object) {
    S mine = known.get(ObjectName.of(object));
    return (mine == null || !isOver(mine)) && usable.test(object);
  }

  private boolean isOver(S mine) {
    return !mine.isTaken() && mine.lost().isPresent();
  }
}
