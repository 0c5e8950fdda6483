package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.kubernetes.ObjectWatch;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.List;
import java.util.function.BiConsumer;

/** In which namespaces the Pods of sandboxes are. */
interface PodPlaces extends AutoCloseable {

  /**
   * Makes a sandbox's Pod, cut off from the network before it is there. Blocks.
   *
   * @param pod to be sent, named as the sandbox
   * @param spec that it was written from
   * @param deadline on {@link System#nanoTime}'s clock
   * @return the Pod as the cluster has it; if it can't be made, nothing is left of it
   */
  V1Pod make(V1Pod pod, SandboxSpec spec, long deadline);

  /** Where the Pod of a sandbox may be, the likeliest place first. */
  List<ObjectName> of(String id);

  /** Watches all of these places. */
  ObjectWatch<V1Pod> watch(BiConsumer<V1Pod, Boolean> listener);

  /** Whether a Pod is where a sandbox's can be, and this Sandpool's. */
  default boolean has(V1Pod pod) {
    return of(pod.getMetadata().getName()).contains(ObjectName.of(pod));
  }

  @Override
  void close();
}
