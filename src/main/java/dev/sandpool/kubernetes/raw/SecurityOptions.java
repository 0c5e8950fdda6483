package dev.sandpool.kubernetes.raw;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.openapi.models.V1PodSecurityContext;
import io.kubernetes.client.openapi.models.V1SeccompProfile;

/**
 * Who a sandbox's processes are and what confines them.
 *
 * @param runAsUser numeric user of every process, not 0
 * @param runAsGroup numeric group, not 0
 * @param fsGroup numeric group that the writable directories belong to, not 0
 * @param seccompProfile {@code RuntimeDefault}, or {@code Localhost/} and the path of a profile
 *     below the kubelet's directory for them
 * @param readOnlyRoot whether only the working directory, {@code /tmp} and mounts can be written
 */
public record SecurityOptions(
    long runAsUser, long runAsGroup, long fsGroup, String seccompProfile, boolean readOnlyRoot) {

  /** The profile that every container runtime has. */
  public static final String RUNTIME_DEFAULT = "RuntimeDefault";

  /** What the settings are unless given. */
  public static final SecurityOptions DEFAULT =
      new SecurityOptions(1000, 1000, 1000, RUNTIME_DEFAULT, true);

  private static final String LOCALHOST = "Localhost/";

  /** Checks what Kubernetes would refuse later, or should. */
  public SecurityOptions {
    requireNotRoot("sandpool.raw.run-as-user", runAsUser, "a user");
    requireNotRoot("sandpool.raw.run-as-group", runAsGroup, "a group");
    requireNotRoot("sandpool.raw.fs-group", fsGroup, "a group");
    if (!seccompProfile.equals(RUNTIME_DEFAULT) && !isLocalhost(seccompProfile)) {
      throw new InvalidValueException(
          "sandpool.raw.seccomp-profile",
          seccompProfile,
          "give RuntimeDefault, or Localhost/ and a relative path such as"
              + " Localhost/profiles/sandbox.json");
    }
  }

  V1PodSecurityContext context() {
    return new V1PodSecurityContext()
        .runAsNonRoot(true)
        .runAsUser(runAsUser)
        .runAsGroup(runAsGroup)
        .fsGroup(fsGroup)
        .seccompProfile(seccomp());
  }

  V1SeccompProfile seccomp() {
    return isLocalhost(seccompProfile)
        ? new V1SeccompProfile()
            .type("Localhost")
            .localhostProfile(seccompProfile.substring(LOCALHOST.length()))
        : new V1SeccompProfile().type(RUNTIME_DEFAULT);
  }

  private static boolean isLocalhost(String profile) {
    return profile.matches("Localhost/[^/].*") && !profile.contains("..");
  }

  private static void requireNotRoot(String key, long id, String what) {
    if (id < 1) {
      throw new InvalidValueException(key, id, "give " + what + " other than root, such as 1000");
    }
  }
}
