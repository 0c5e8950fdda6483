package dev.sandpool.kubernetes.raw;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.kubernetes.ObjectName;
import io.kubernetes.client.openapi.models.V1Pod;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * Deletes a sandbox's Pod, and its namespace where that is its own. Goes by where the Pod is, not
 * by this process's settings: another replica may have made it with other ones.
 */
record PodRemover(PodApi pods, NamespaceApi namespaces) {

  private static final Logger LOG = System.getLogger(PodRemover.class.getName());

  /**
   * Returns as soon as the cluster has taken the order.
   *
   * @throws dev.sandpool.BackendUnavailableException if it did not
   */
  void remove(V1Pod pod) {
    ObjectName name = ObjectName.of(pod);
    try {
      removeNamespace(name);
    } finally {
      // Not left to the end of the namespace, which takes seconds: nothing may go on running.
      pods.delete(name, Optional.of(pod.getMetadata().getUid()));
    }
  }

  /**
   * The same, if the Pod still is as it was seen. The namespace goes too if it is gone already.
   *
   * @return whether it was
   * @throws dev.sandpool.BackendUnavailableException if the cluster did not take the order
   */
  boolean removeAsSeen(V1Pod seen) {
    ObjectName name = ObjectName.of(seen);
    boolean removed = pods.deleteAsSeen(seen);
    if (isOwn(name) && (removed || pods.read(name).isEmpty())) {
      namespaces.delete(name.namespace());
    }
    return removed;
  }

  /** Deletes what is around a Pod that is over. If that fails, the sweep comes to it. */
  void tidy(ObjectName name) {
    try {
      removeNamespace(name);
    } catch (BackendUnavailableException e) {
      LOG.log(Level.DEBUG, "A lost sandbox's namespace is left to the sweep", e);
    }
  }

  private void removeNamespace(ObjectName name) {
    if (isOwn(name)) {
      namespaces.delete(name.namespace());
    }
  }

  private static boolean isOwn(ObjectName name) {
    return name.namespace().equals(name.name()) && SandboxIds.isValid(name.name());
  }
}
