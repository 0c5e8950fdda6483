package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.SandboxIds;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.function.BiFunction;

/**
 * Makes the Pods that try the network: as hardened as sandboxes, but of no use to anybody else, and
 * soon over should this process not live to delete them.
 *
 * @param pods writes them
 * @param starter sends one and waits for it
 * @param spec what they are like
 */
record ProbePods(
    PodFactory pods, BiFunction<V1Pod, SandboxSpec, RawSandbox> starter, SandboxSpec spec) {

  private static final long LIFETIME_SECONDS = 600;

  /** One that runs, and that no policy of Sandpool's is for. */
  RawSandbox start() {
    V1Pod pod = pods.pod(SandboxIds.next(), spec);
    pod.getMetadata()
        .putLabelsItem(PodKeys.STATE, PodKeys.PROBE)
        .putLabelsItem(PodKeys.NETWORK, PodKeys.PROBE);
    pod.getSpec().activeDeadlineSeconds(LIFETIME_SECONDS);
    return starter.apply(pod, spec);
  }
}
