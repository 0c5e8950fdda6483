package dev.sandpool;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What sandbox to take, and for how long.
 *
 * @param spec name of its specification; {@value SandboxSpec#DEFAULT_NAME} unless chosen
 * @param labels names and values to find it by
 * @param tenant for whom; where callers have to wait, tenants are served in turn
 * @param detached whether it is to be found again by its id: then nobody misses it when its handle
 *     is not used, and it outlives this process where the back end can keep it
 * @param key what to keep it under: a thread, a conversation or a user of the tenant; empty for
 *     nothing
 * @param ttl how long it may live from now; empty for the default, zero for no such end
 * @param idleTtl how long it may live without being used; empty for the default, zero for no such
 *     end
 */
public record CreateRequest(
    String spec,
    Map<String, String> labels,
    String tenant,
    boolean detached,
    Optional<String> key,
    Optional<Duration> ttl,
    Optional<Duration> idleTtl) {

  private static final int LONGEST_TENANT = 128;

  /**
   * Copies the labels.
   *
   * @throws InvalidValueException if the tenant's name or a time cannot be used
   */
  public CreateRequest {
    Objects.requireNonNull(spec, "spec");
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    if (tenant.length() > LONGEST_TENANT || tenant.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidValueException(
          "tenant", tenant, "give up to " + LONGEST_TENANT + " characters on one line");
    }
    Objects.requireNonNull(key, "key");
    check("ttl", ttl);
    check("idleTtl", idleTtl);
  }

  private static void check(String field, Optional<Duration> time) {
    time.filter(Duration::isNegative)
        .ifPresent(
            negative -> {
              throw new InvalidValueException(
                  field, negative, "give a time from 0; 0 is no such end, nothing the default");
            });
  }

  /** A sandbox of a specification, without labels, for the tenant without a name. */
  public static CreateRequest of(String spec) {
    return new CreateRequest(
        spec, Map.of(), "", false, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The default sandbox, kept under a key. */
  public static CreateRequest keyed(String key) {
    return of(SandboxSpec.DEFAULT_NAME).withKey(key);
  }

  /** The same with other labels. */
  public CreateRequest withLabels(Map<String, String> others) {
    return new CreateRequest(spec, others, tenant, detached, key, ttl, idleTtl);
  }

  /** The same for a tenant. */
  public CreateRequest withTenant(String name) {
    return new CreateRequest(spec, labels, name, detached, key, ttl, idleTtl);
  }

  /** The same, to be found again by its id. */
  public CreateRequest detach() {
    return new CreateRequest(spec, labels, tenant, true, key, ttl, idleTtl);
  }

  /** The same, kept under a key. */
  public CreateRequest withKey(String text) {
    return new CreateRequest(spec, labels, tenant, detached, Optional.of(text), ttl, idleTtl);
  }

  /** The same with a time to live; zero for no such end. */
  public CreateRequest withTtl(Duration time) {
    return new CreateRequest(spec, labels, tenant, detached, key, Optional.of(time), idleTtl);
  }

  /** The same with a time to live unused; zero for no such end. */
  public CreateRequest withIdleTtl(Duration time) {
    return new CreateRequest(spec, labels, tenant, detached, key, ttl, Optional.of(time));
  }
}
