package dev.sandpool.kubernetes.raw;

import io.kubernetes.client.openapi.models.V1Capabilities;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1SecurityContext;
import java.util.List;

/**
 * What every sandbox Pod has, whatever else it is made of. Applied last, to every container; it
 * meets the <em>restricted</em> Pod Security Standard.
 */
final class Hardening {

  private final SecurityOptions security;

  Hardening(SecurityOptions security) {
    this.security = security;
  }

  void apply(V1PodSpec pod) {
    pod.automountServiceAccountToken(false)
        .hostNetwork(null)
        .hostPID(null)
        .hostIPC(null)
        .securityContext(security.context());
    pod.getContainers().forEach(this::apply);
  }

  private void apply(V1Container container) {
    container.securityContext(
        new V1SecurityContext()
            .runAsNonRoot(true)
            .privileged(false)
            .allowPrivilegeEscalation(false)
            .readOnlyRootFilesystem(security.readOnlyRoot())
            .capabilities(new V1Capabilities().drop(List.of("ALL")))
            .seccompProfile(security.seccomp()));
  }
}
