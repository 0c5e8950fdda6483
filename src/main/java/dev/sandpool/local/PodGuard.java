package dev.sandpool.local;

import dev.sandpool.BackendUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Keeps the development back end out of clusters. */
final class PodGuard {

  private static final Path SERVICE_ACCOUNT =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private PodGuard() {}

  /**
   * Refuses to run in a Pod.
   *
   * @param environment the JVM's
   * @throws BackendUnavailableException inside a Kubernetes Pod, unless that is allowed
   */
  static void check(LocalSettings settings, Map<String, String> environment) {
    boolean inPod =
        environment.containsKey("KUBERNETES_SERVICE_HOST") || Files.isDirectory(SERVICE_ACCOUNT);
    if (inPod && !settings.allowInKubernetes()) {
      throw new BackendUnavailableException(
          "Mode local runs sandboxes as processes beside the application, which is for development"
              + " only, and this is a Kubernetes Pod. Set sandpool.mode=raw to use the cluster, or"
              + " sandpool.local.allow-in-kubernetes=true if you mean it.");
    }
  }
}
