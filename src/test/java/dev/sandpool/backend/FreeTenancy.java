package dev.sandpool.backend;

import dev.sandpool.CreateRequest;
import dev.sandpool.pool.Tenancy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Lets everybody keep sandboxes for as long as they like, for tests of other things. */
public final class FreeTenancy implements Tenancy {

  /** Terms without an end, for one that outlives its process. */
  public static Terms terms(Map<String, String> labels) {
    return new Terms(labels, "", Optional.empty(), false, Tenure.endless(Instant.now()));
  }

  @Override
  public Terms terms(CreateRequest request) {
    return new Terms(
        request.labels(),
        request.tenant(),
        request.key(),
        !request.detached(),
        Tenure.endless(Instant.now()));
  }

  @Override
  public ManagedSandbox tracked(ManagedSandbox sandbox) {
    return sandbox;
  }

  @Override
  public void renew(ManagedSandbox sandbox, Optional<Duration> ttl) {
    throw new UnsupportedOperationException("There is no end to begin again");
  }
}
