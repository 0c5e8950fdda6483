package dev.sandpool.kubernetes.claim;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.SandboxKeys;
import dev.sandpool.kubernetes.TermsNotes;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes claims, as they are sent. */
final class ClaimFactory {

  private static final Gson GSON = new Gson();

  private final String apiVersion;
  private final ClaimSettings settings;
  private final ClaimSource source;
  private final Lease lease;

  ClaimFactory(String apiVersion, ClaimSettings settings, ClaimSource source, Lease lease) {
    this.apiVersion = apiVersion;
    this.settings = settings;
    this.source = source;
    this.lease = lease;
  }

  /**
   * A claim. May block, to have what it names.
   *
   * @param stock labels that say whose it is
   */
  JsonObject claim(String name, SandboxSpec spec, Map<String, String> stock) {
    Map<String, Object> claim =
        Map.of(
            "apiVersion",
            apiVersion,
            "kind",
            "SandboxClaim",
            "metadata",
            metadata(name, spec, stock),
            "spec",
            spec(settings.options(spec.name())));
    return GSON.toJsonTree(claim).getAsJsonObject();
  }

  private Map<String, Object> metadata(String name, SandboxSpec spec, Map<String, String> stock) {
    Map<String, String> labels = new LinkedHashMap<>(stock);
    labels.put(SandboxKeys.MANAGED_BY, SandboxKeys.SANDPOOL);
    labels.put(SandboxKeys.SPEC, spec.name());
    labels.put(AgentKeys.CREATED_BY, AgentKeys.JAVA_CLIENT);
    Map<String, String> annotations = new LinkedHashMap<>(TermsNotes.blank());
    annotations.put(AgentKeys.FIRST_REQUESTED, Lease.text(lease.now()));
    TraceContext.current().ifPresent(json -> annotations.put(AgentKeys.TRACE_CONTEXT, json));
    return Map.of("name", name, "labels", labels, "annotations", annotations);
  }

  private Map<String, Object> spec(ClaimOptions options) {
    Map<String, Object> spec = new LinkedHashMap<>(source.fields(options));
    // The controller keeps what ended unless told otherwise, for ever.
    spec.put(
        "lifecycle", Map.of("shutdownPolicy", "Delete", "shutdownTime", Lease.text(lease.first())));
    Map<String, Object> pod = new LinkedHashMap<>();
    if (!options.podLabels().isEmpty()) {
      pod.put("labels", options.podLabels());
    }
    if (!options.podAnnotations().isEmpty()) {
      pod.put("annotations", options.podAnnotations());
    }
    if (!pod.isEmpty()) {
      spec.put("additionalPodMetadata", pod);
    }
    return spec;
  }
}
