package dev.sandpool.kubernetes;

import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Preconditions;

/** Conditions for a deletion that is only right while an object still is as it was seen. */
public final class AsSeen {

  private AsSeen() {}

  /** Neither changed since, nor another one of its name. */
  public static V1Preconditions of(V1ObjectMeta meta) {
    return new V1Preconditions().uid(meta.getUid()).resourceVersion(meta.getResourceVersion());
  }
}
