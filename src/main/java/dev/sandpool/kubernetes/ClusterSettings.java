package dev.sandpool.kubernetes;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Which cluster, and where in it.
 *
 * @param kubeconfig file with the cluster's address and credentials; empty takes {@code
 *     $KUBECONFIG}, then {@code ~/.kube/config}, then the Pod's own ServiceAccount
 * @param context the kubeconfig's context; empty takes its current one
 * @param namespace where sandboxes live; empty takes the context's, else {@code default}
 * @param replicas how those of a service know of each other there
 */
public record ClusterSettings(
    Optional<Path> kubeconfig,
    Optional<String> context,
    Optional<String> namespace,
    ReplicaSettings replicas) {

  /** A cluster where replicas know of each other as usual. */
  public ClusterSettings(
      Optional<Path> kubeconfig, Optional<String> context, Optional<String> namespace) {
    this(kubeconfig, context, namespace, ReplicaSettings.DEFAULT);
  }
}
