package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonObject;
import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.JsonPatch;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.kubernetes.SandboxState;
import dev.sandpool.kubernetes.Startup;
import dev.sandpool.kubernetes.stock.Fingerprint;
import dev.sandpool.kubernetes.stock.StockObjects;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.function.UnaryOperator;

/** Pods as replicas share them. */
record RawStockObjects(
    RawSettings settings, PodFactory pods, PodPlaces places, PodApi api, PodRemover remover)
    implements StockObjects<V1Pod, RawSandbox> {

  /** The Pod but for its name, and what is around it and what runs in it before it is warm. */
  @Override
  public String madeFrom(SandboxSpec spec) {
    JsonObject pod = JsonTrees.of(pods.pod("", spec));
    return Fingerprint.of(
        pod,
        spec.setupScript().orElse(""),
        settings.namespacePerSandbox(),
        settings.namespacePerSandbox() ? settings.pod(spec.name()).namespace() : "");
  }

  @Override
  public boolean isOurs(V1Pod pod) {
    return places.has(pod);
  }

  @Override
  public SandboxState state(V1Pod pod) {
    return PodState.of(pod);
  }

  @Override
  public V1Pod change(V1Pod pod, JsonPatch patch) throws ApiException {
    return api.patch(ObjectName.of(pod), patch);
  }

  @Override
  public boolean deleteAsSeen(V1Pod pod) {
    return remover.removeAsSeen(pod);
  }

  /** Opens the way before it is needed, and so proves that it is there. */
  @Override
  public void join(RawSandbox sandbox, SandboxSpec spec) {
    new Startup(spec.startupTimeout())
        .await(
            sandbox.runner().prepare(),
            "Sandbox Pod %s cannot be taken over: ".formatted(sandbox.id()),
            () -> sandbox.state().reason(),
            UnaryOperator.identity());
  }
}
