package dev.sandpool.kubernetes.claim;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.JsonPatch;
import io.kubernetes.client.openapi.ApiException;

/**
 * Whether a Sandbox is to run, as each version of the API says it.
 *
 * @param sandboxes the API
 * @param path of the field
 * @param running its value for one that runs
 * @param suspended its value for one that does not
 */
record OperatingMode(
    ObjectApi<AgentSandbox> sandboxes, String path, Object running, Object suspended) {

  private static final String CLAIM_UID =
      "/metadata/labels/" + JsonPatch.escaped(AgentKeys.CLAIM_UID);

  static OperatingMode of(ObjectApi<AgentSandbox> sandboxes, ServedVersions versions) {
    return versions.sandboxes().equals(ServedVersions.V1ALPHA1)
        ? new OperatingMode(sandboxes, "/spec/replicas", 1, 0)
        : new OperatingMode(sandboxes, "/spec/operatingMode", "Running", "Suspended");
  }

  /** Has a Sandbox stopped or started, if it still is the claim's. Blocks for the request. */
  void set(String sandbox, String claimUid, boolean run) {
    JsonPatch patch =
        new JsonPatch().test(CLAIM_UID, claimUid).add(path, run ? running : suspended);
    try {
      sandboxes.patch(sandbox, patch);
    } catch (ApiException e) {
      if (ApiErrors.testFailed(e)) {
        throw new SandboxLostException(
            "Sandbox object " + sandbox + " is gone, or another claim's", e);
      }
      throw new BackendUnavailableException(
          "Sandbox object %s cannot be changed: %s".formatted(sandbox, ApiErrors.describe(e)), e);
    }
  }
}
