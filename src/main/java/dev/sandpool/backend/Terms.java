package dev.sandpool.backend;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is settled when somebody takes a sandbox.
 *
 * @param labels the user's
 * @param tenant whose it is; empty where there are no tenants
 * @param key what it is kept under; empty if under nothing
 * @param bound whether it ends with the process that takes it
 * @param tenure for how long it may be kept
 */
public record Terms(
    Map<String, String> labels, String tenant, Optional<String> key, boolean bound, Tenure tenure) {

  /** Copies the labels. */
  public Terms {
    labels = Map.copyOf(labels);
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(tenure, "tenure");
  }
}
