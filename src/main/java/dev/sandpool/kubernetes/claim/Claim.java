package dev.sandpool.kubernetes.claim;

import com.google.gson.annotations.SerializedName;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ListMeta;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.List;
import java.util.Optional;

/**
 * What Sandpool reads of a {@code SandboxClaim}, alike in all versions of the API.
 *
 * @param metadata the usual
 * @param spec what was asked for
 * @param status what the controller says; null until it does
 */
record Claim(String apiVersion, String kind, V1ObjectMeta metadata, Spec spec, Status status)
    implements KubernetesObject {

  /** What was asked for. */
  record Spec(Lifecycle lifecycle) {}

  /** When it ends. */
  record Lifecycle(String shutdownTime, String shutdownPolicy) {}

  /** What the controller says. */
  record Status(List<Condition> conditions, Bound sandbox) {}

  /** The Sandbox that it got; early servers wrote {@code Name}. */
  record Bound(
      @SerializedName(value = "name", alternate = "Name") String name, List<String> podIPs) {}

  /** Several of them. */
  record Items(String apiVersion, String kind, V1ListMeta metadata, List<Claim> items)
      implements KubernetesListObject {
    @Override
    public String getApiVersion() {
      return apiVersion;
    }

    @Override
    public String getKind() {
      return kind;
    }

    @Override
    public V1ListMeta getMetadata() {
      return metadata;
    }

    @Override
    public List<Claim> getItems() {
      return items;
    }
  }

  @Override
  public String getApiVersion() {
    return apiVersion;
  }

  @Override
  public String getKind() {
    return kind;
  }

  @Override
  public V1ObjectMeta getMetadata() {
    return metadata;
  }

  Optional<Condition> ready() {
    return Optional.ofNullable(status).flatMap(said -> Condition.ready(said.conditions()));
  }

  /** Name of the Sandbox that it has got. */
  Optional<String> sandbox() {
    return bound().map(Bound::name).filter(name -> !name.isEmpty());
  }

  /** Addresses of its Pod; empty while it has none, and where the controller does not say. */
  List<String> podIps() {
    return bound().map(Bound::podIPs).orElse(List.of());
  }

  /** When the controller ends it, unless renewed; as the server has it. */
  Optional<String> shutdownTime() {
    return Optional.ofNullable(spec).map(Spec::lifecycle).map(Lifecycle::shutdownTime);
  }

  private Optional<Bound> bound() {
    return Optional.ofNullable(status).map(Status::sandbox);
  }
}
