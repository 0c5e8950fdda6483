package dev.sandpool.kubernetes.raw;

import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.kubernetes.ClusterSandbox;
import dev.sandpool.kubernetes.JsonPatch;
import dev.sandpool.kubernetes.ObjectName;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** One Pod and the commands in it. */
final class RawSandbox extends ClusterSandbox<V1Pod> {

  private final PodApi api;
  private final PodRemover remover;
  private final ObjectName place;

  RawSandbox(V1Pod pod, PodApi api, PodRemover remover, ShellRunner runner, String replica) {
    super(pod, PodState::of, runner, replica);
    this.api = api;
    this.remover = remover;
    place = ObjectName.of(pod);
  }

  /** The Pod that it is. */
  ObjectName place() {
    return place;
  }

  /** Whether it only tries the network. */
  boolean isProbe() {
    return PodKeys.PROBE.equals(PodKeys.labels(object().getMetadata()).get(PodKeys.STATE));
  }

  @Override
  protected String mode() {
    return RawBackend.MODE;
  }

  @Override
  protected Set<String> ownLabels() {
    return PodKeys.OWN;
  }

  /** The kubelet counts from when it saw the Pod, which is told a moment after. */
  @Override
  protected Optional<Instant> deadline(V1Pod seen) {
    V1PodStatus status = seen.getStatus();
    return Optional.ofNullable(seen.getSpec().getActiveDeadlineSeconds())
        .filter(seconds -> status != null && status.getStartTime() != null)
        .map(seconds -> status.getStartTime().toInstant().plusSeconds(seconds));
  }

  @Override
  protected V1Pod change(JsonPatch patch) throws ApiException {
    return api.patch(place, patch);
  }

  @Override
  protected Optional<V1Pod> read() {
    return api.read(place);
  }

  @Override
  protected boolean deleteAsSeen(V1Pod seen) {
    return remover.removeAsSeen(seen);
  }

  @Override
  protected void delete() {
    remover.remove(object());
  }
}
