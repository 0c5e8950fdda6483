package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.kubernetes.ObjectQuery;
import dev.sandpool.kubernetes.ObjectWatch;
import dev.sandpool.kubernetes.Sweeper;
import dev.sandpool.kubernetes.network.NetworkPolicies;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Each sandbox in a namespace of its own, called as it is, and bounded by a quota, a limit range
 * and a policy before the Pod is there.
 *
 * <p>Sandboxes in the namespace that Sandpool is set to, made by a replica without this setting,
 * are seen too. Namespaces that a replica left over when it died are swept up.
 */
final class OwnNamespaces implements PodPlaces {

  /**
   * For a clock that is true to seconds, and for calls that are still on their way when the time is
   * up.
   */
  static final Duration MARGIN = Duration.ofMinutes(5);

  private static final Duration SWEEP_PAUSE = Duration.ofMinutes(1);
  private static final long PAUSE_NANOS = 50_000_000;

  private final Cluster cluster;
  private final RawSettings settings;
  private final PodApi pods;
  private final NamespaceApi namespaces;
  private final NamespaceContents contents;
  private final NetworkPolicies policies;
  private final InstantSource clock;
  private final Sweeper sweeper;

  OwnNamespaces(
      RawSettings settings,
      Cluster cluster,
      PodApi pods,
      NamespaceApi namespaces,
      NetworkPolicies policies,
      ExecThreads threads,
      Predicate<String> isGone) {
    this.cluster = cluster;
    this.settings = settings;
    this.pods = pods;
    this.namespaces = namespaces;
    this.policies = policies;
    clock = cluster.clock();
    contents = new NamespaceContents(cluster);
    sweeper =
        new Sweeper(new NamespaceSweep(namespaces, pods, clock, isGone), SWEEP_PAUSE, threads);
  }

  @Override
  public V1Pod make(V1Pod pod, SandboxSpec spec, long deadline) {
    String id = pod.getMetadata().getName();
    String home = cluster.namespace();
    PodOptions options = settings.pod(spec.name());
    NamespaceFactory bounds = new NamespaceFactory(options.namespace(), spec);
    pod.getMetadata().putLabelsItem(PodKeys.HOME, home);
    namespaces.create(
        bounds.namespace(id, home, clock.instant().plus(spec.startupTimeout()).plus(MARGIN)));
    try {
      contents.fill(id, bounds, options);
      policies.ensure(id, options.policy());
      return admitted(id, pod, deadline);
    } catch (RuntimeException e) {
      takeBack(id, e);
      throw e;
    }
  }

  @Override
  public List<ObjectName> of(String id) {
    return List.of(new ObjectName(id, id), new ObjectName(cluster.namespace(), id));
  }

  @Override
  public ObjectWatch<V1Pod> watch(BiConsumer<V1Pod, Boolean> listener) {
    String selector = PodKeys.selector(cluster.namespace());
    return new ObjectWatch<>(
        cluster, ObjectQuery.pods(cluster, Optional.empty(), selector), listener);
  }

  /** The label alone is no proof: whoever may make a Pod in some namespace can set it. */
  @Override
  public boolean has(V1Pod pod) {
    return PodPlaces.super.has(pod)
        && cluster.namespace().equals(PodKeys.labels(pod.getMetadata()).get(PodKeys.HOME));
  }

  @Override
  public void close() {
    sweeper.close();
  }

  /**
   * No Pod is admitted before the namespace's controllers made its ServiceAccount and counted what
   * the quota counts, a moment after both are there.
   */
  private V1Pod admitted(String namespace, V1Pod pod, long deadline) {
    while (true) {
      try {
        return pods.create(namespace, pod);
      } catch (SandboxStartException e) {
        if (!isTooEarly(e.getMessage()) || System.nanoTime() - deadline > 0) {
          throw e;
        }
        pause(e);
      }
    }
  }

  /** The admission plugins have no code of their own for it. */
  private static boolean isTooEarly(String message) {
    return message.contains("status unknown for quota")
        || message.matches("(?s).*error looking up service account .* not found.*");
  }

  private static void pause(SandboxStartException tooEarly) {
    LockSupport.parkNanos(PAUSE_NANOS);
    if (Thread.interrupted()) {
      Thread.currentThread().interrupt();
      throw new SandboxException("Interrupted while a sandbox was being made", tooEarly);
    }
  }

  private void takeBack(String namespace, RuntimeException error) {
    try {
      namespaces.delete(namespace);
    } catch (RuntimeException e) {
      error.addSuppressed(e);
    }
  }
}
