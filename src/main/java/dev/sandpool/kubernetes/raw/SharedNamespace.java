package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.kubernetes.ObjectQuery;
import dev.sandpool.kubernetes.ObjectWatch;
import dev.sandpool.kubernetes.network.NetworkPolicies;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** All sandboxes in one namespace, which somebody else made. */
record SharedNamespace(Cluster cluster, RawSettings settings, PodApi pods, NetworkPolicies policies)
    implements PodPlaces {

  @Override
  public V1Pod make(V1Pod pod, SandboxSpec spec, long deadline) {
    policies.ensure(cluster.namespace(), settings.pod(spec.name()).policy());
    return put(pod);
  }

  /** Makes a Pod that no policy of a specification is for. */
  V1Pod put(V1Pod pod) {
    String namespace = cluster.namespace();
    pod.getMetadata().putLabelsItem(PodKeys.HOME, namespace);
    return pods.create(namespace, pod);
  }

  @Override
  public List<ObjectName> of(String id) {
    return List.of(new ObjectName(cluster.namespace(), id));
  }

  @Override
  public ObjectWatch<V1Pod> watch(BiConsumer<V1Pod, Boolean> listener) {
    return new ObjectWatch<>(
        cluster,
        ObjectQuery.pods(cluster, Optional.of(cluster.namespace()), PodKeys.SELECTOR),
        listener);
  }

  @Override
  public void close() {}
}
