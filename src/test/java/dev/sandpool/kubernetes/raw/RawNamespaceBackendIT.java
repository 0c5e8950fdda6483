package dev.sandpool.kubernetes.raw;

import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.kubernetes.ClusterSettings;

/** The contract once more, with a namespace for each sandbox. */
class RawNamespaceBackendIT extends RawBackendIT {

  @Override
  RawSettings settings(ClusterSettings cluster) {
    return RawSandboxes.namespaced(cluster);
  }

  @Override
  String namespace(ManagedSandbox sandbox) {
    return sandbox.id();
  }
}
