package dev.sandpool.kubernetes.claim;

import dev.sandpool.SandboxStartException;
import java.util.Map;
import java.util.Optional;

/** For {@code v1alpha1}, where a claim is on a template and may name the pool to take from. */
final class TemplateSource implements ClaimSource {

  /** Any pool of the template, or none. */
  private static final String ANY = "default";

  private final ObjectApi<WarmPool> pools;

  TemplateSource(ObjectApi<WarmPool> pools) {
    this.pools = pools;
  }

  @Override
  public Map<String, Object> fields(ClaimOptions options) {
    String template =
        options.template().orElseGet(() -> templateOf(options.warmPool().orElseThrow()));
    return Map.of(
        "sandboxTemplateRef",
        ClaimSource.reference(template),
        "warmpool",
        options.warmPool().orElse(ANY));
  }

  @Override
  public void forget(ClaimOptions options) {
    // Nothing is remembered.
  }

  private String templateOf(String pool) {
    Optional<WarmPool> found = pools.read(pool);
    return found
        .flatMap(WarmPool::template)
        .orElseThrow(
            () ->
                new SandboxStartException(
                    "SandboxWarmPool %s %s; make one, or name another in sandpool.claim.warm-pool"
                        .formatted(pool, found.isEmpty() ? "is not there" : "has no template"),
                    null));
  }
}
