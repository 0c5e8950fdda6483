package dev.sandpool.kubernetes.claim;

import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * What Sandpool reads of a {@code SandboxTemplate}: that there is one.
 *
 * @param metadata the usual
 */
record Template(V1ObjectMeta metadata) {}
