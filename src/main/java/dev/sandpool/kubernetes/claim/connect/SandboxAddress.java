package dev.sandpool.kubernetes.claim.connect;

import java.util.Optional;

/**
 * Where a claimed sandbox runs at this moment.
 *
 * @param namespace of the Sandbox and its Pod
 * @param sandbox name of the Sandbox, which is not the claim's where it was warm
 * @param podName name of its Pod
 * @param podIp address of its Pod, while one is known
 */
public record SandboxAddress(
    String namespace, String sandbox, String podName, Optional<String> podIp) {}
