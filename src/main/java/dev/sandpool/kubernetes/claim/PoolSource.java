package dev.sandpool.kubernetes.claim;

import java.util.Map;

/** For {@code v1beta1}, where every claim is on a pool: a template gets an empty one. */
final class PoolSource implements ClaimSource {

  private final TemplatePools pools;

  PoolSource(TemplatePools pools) {
    this.pools = pools;
  }

  @Override
  public Map<String, Object> fields(ClaimOptions options) {
    String pool =
        options.warmPool().orElseGet(() -> pools.ensure(options.template().orElseThrow()));
    return Map.of("warmPoolRef", ClaimSource.reference(pool));
  }

  @Override
  public void forget(ClaimOptions options) {
    options.template().ifPresent(pools::forget);
  }
}
