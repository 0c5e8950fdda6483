package dev.sandpool.kubernetes;

import io.kubernetes.client.common.KubernetesObject;

/**
 * An object's whole name.
 *
 * @param namespace that it is in
 * @param name unique there only
 */
public record ObjectName(String namespace, String name) {

  /** The name of an object that the API server told of. */
  public static ObjectName of(KubernetesObject object) {
    return new ObjectName(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  /** As people and informers write it: {@code namespace/name}. */
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
