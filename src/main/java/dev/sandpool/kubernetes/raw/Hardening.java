package dev.sandpool.kubernetes.raw;

import io.kubernetes.client.openapi.models.V1Capabilities;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1PodSecurityContext;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1SeccompProfile;
import io.kubernetes.client.openapi.models.V1SecurityContext;
import java.util.List;

/**
 * What every sandbox Pod has, whatever else it is made of. Applied last, to every container; it
 * meets the <em>restricted</em> Pod Security Standard.
 */
final class Hardening {

  private final RawSettings settings;

  Hardening(RawSettings settings) {
    this.settings = settings;
  }

  void apply(V1PodSpec pod) {
    pod.automountServiceAccountToken(false)
        .hostNetwork(null)
        .hostPID(null)
        .hostIPC(null)
        .securityContext(
            new V1PodSecurityContext()
                .runAsNonRoot(true)
                .runAsUser(settings.runAsUser())
                .runAsGroup(settings.runAsGroup())
                .fsGroup(settings.runAsGroup())
                .seccompProfile(runtimeDefault()));
    pod.getContainers().forEach(this::apply);
  }

  private void apply(V1Container container) {
    container.securityContext(
        new V1SecurityContext()
            .runAsNonRoot(true)
            .privileged(false)
            .allowPrivilegeEscalation(false)
            .readOnlyRootFilesystem(true)
            .capabilities(new V1Capabilities().drop(List.of("ALL")))
            .seccompProfile(runtimeDefault()));
  }

  private static V1SeccompProfile runtimeDefault() {
    return new V1SeccompProfile().type("RuntimeDefault");
  }
}
