package dev.sandpool.kubernetes.claim;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SharedTenureContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** On claims. */
class ClaimTenureIT extends SharedTenureContract {

  private TwoReplicas replicas;
  private ClaimBackend one;
  private ClaimBackend other;

  @BeforeAll
  void open() {
    replicas = TwoReplicas.open("claimtenure");
    one = replicas.one();
    other = replicas.other();
  }

  @AfterAll
  void close() {
    if (replicas != null) {
      replicas.close();
    }
  }

  @Override
  protected SandboxBackend one() {
    return one;
  }

  @Override
  protected SandboxBackend other() {
    return other;
  }

  @Override
  protected SandboxSpec spec() {
    return ClaimSandboxes.spec();
  }

  @Override
  protected int races() {
    return 8;
  }
}
