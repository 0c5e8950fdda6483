package dev.sandpool.kubernetes.raw;

import static java.util.stream.Collectors.toMap;

import dev.sandpool.SandboxSpec;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1LimitRange;
import io.kubernetes.client.openapi.models.V1LimitRangeItem;
import io.kubernetes.client.openapi.models.V1LimitRangeSpec;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1ResourceQuota;
import io.kubernetes.client.openapi.models.V1ResourceQuotaSpec;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a sandbox's own namespace, and what bounds all in it.
 *
 * @param options what it is like
 * @param spec of the sandbox
 */
record NamespaceFactory(NamespaceOptions options, SandboxSpec spec) {

  /** What the quota and the limit range are called. */
  static final String NAME = "sandpool";

  private static final String RESTRICTED = "restricted";

  /** The namespace. Whatever is made in it is held to the restricted standard by the cluster. */
  V1Namespace namespace(String id, String home, Instant startsUntil) {
    Map<String, String> labels = new TreeMap<>(options.labels());
    labels.put(PodKeys.MANAGED_BY, PodKeys.SANDPOOL);
    labels.put(PodKeys.NAME, "sandbox");
    labels.put(PodKeys.SANDBOX, id);
    labels.put(PodKeys.HOME, home);
    labels.put(PodKeys.SPEC, spec.name());
    labels.put("pod-security.kubernetes.io/enforce", RESTRICTED);
    labels.put("pod-security.kubernetes.io/audit", RESTRICTED);
    labels.put("pod-security.kubernetes.io/warn", RESTRICTED);
    Map<String, String> annotations = new TreeMap<>(options.annotations());
    annotations.put(PodKeys.STARTS_UNTIL, startsUntil.toString());
    return new V1Namespace()
        .metadata(new V1ObjectMeta().name(id).labels(labels).annotations(annotations));
  }

  /** The most that all in it have together. */
  V1ResourceQuota quota() {
    return new V1ResourceQuota()
        .metadata(meta())
        .spec(new V1ResourceQuotaSpec().hard(quantities(options.quota())));
  }

  /**
   * What each container has and may have. One that a template or a webhook adds without a word on
   * it has the same as the sandbox's own.
   */
  V1LimitRange limitRange() {
    SandboxSpec.Resources own = spec.resources();
    V1LimitRangeItem item =
        new V1LimitRangeItem()
            .type("Container")
            ._default(
                bound("default", usual(own.cpuLimit(), own.memoryLimit(), own.storageLimit())))
            .defaultRequest(
                bound(
                    "defaultRequest",
                    usual(own.cpuRequest(), own.memoryRequest(), own.storageRequest())))
            .max(bound("max", Map.of()))
            .min(bound("min", Map.of()));
    return new V1LimitRange().metadata(meta()).spec(new V1LimitRangeSpec().addLimitsItem(item));
  }

  /** The settings' part of a bound, over what it usually is. */
  private Map<String, Quantity> bound(String name, Map<String, String> usual) {
    Map<String, String> bound = new TreeMap<>(usual);
    options
        .limits()
        .forEach(
            (key, quantity) -> {
              if (key.startsWith(name + ".")) {
                bound.put(key.substring(name.length() + 1), quantity);
              }
            });
    return quantities(bound);
  }

  private static Map<String, String> usual(String cpu, String memory, String storage) {
    return Map.of("cpu", cpu, "memory", memory, "ephemeral-storage", storage);
  }

  private static V1ObjectMeta meta() {
    return new V1ObjectMeta().name(NAME).labels(Map.of(PodKeys.MANAGED_BY, PodKeys.SANDPOOL));
  }

  static Map<String, Quantity> quantities(Map<String, String> texts) {
    return texts.entrySet().stream()
        .collect(toMap(Map.Entry::getKey, quantity -> new Quantity(quantity.getValue())));
  }
}
