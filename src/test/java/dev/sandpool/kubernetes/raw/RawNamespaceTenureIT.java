package dev.sandpool.kubernetes.raw;

import dev.sandpool.kubernetes.ClusterSettings;

/** On Pods in namespaces of their own. */
class RawNamespaceTenureIT extends RawTenureIT {

  @Override
  RawSettings settings(ClusterSettings cluster) {
    return RawSandboxes.namespaced(cluster);
  }

  @Override
  protected int races() {
    return 4;
  }
}
