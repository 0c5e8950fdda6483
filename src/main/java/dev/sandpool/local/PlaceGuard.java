package dev.sandpool.local;

import dev.sandpool.BackendUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Keeps the development back end where it belongs: on Linux, and out of clusters. */
final class PlaceGuard {

  private static final Path SERVICE_ACCOUNT =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private PlaceGuard() {}

  /**
   * Refuses other systems.
   *
   * @throws BackendUnavailableException where there are no namespaces
   */
  static void requireLinux() {
    if (!Files.isDirectory(Path.of("/proc/self/ns"))) {
      throw new BackendUnavailableException(
          "Mode local needs Linux with /proc, as its sandboxes are made of Linux namespaces. Set"
              + " sandpool.mode=raw to use a cluster, or run the application in a Linux virtual"
              + " machine.");
    }
  }

  /**
   * Refuses to run in a Pod.
   *
   * @param environment the JVM's
   * @throws BackendUnavailableException inside a Kubernetes Pod, unless that is allowed
   */
  static void refusePods(LocalSettings settings, Map<String, String> environment) {
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
