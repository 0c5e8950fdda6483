package dev.sandpool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What sandbox to take.
 *
 * @param spec name of its specification; {@value SandboxSpec#DEFAULT_NAME} unless chosen
 * @param labels names and values to find it by
 */
public record CreateRequest(String spec, Map<String, String> labels) {

  /** Copies the labels. */
  public CreateRequest {
    Objects.requireNonNull(spec, "spec");
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /** A sandbox of a specification, without labels. */
  public static CreateRequest of(String spec) {
    return new CreateRequest(spec, Map.of());
  }

  /** The same with other labels. */
  public CreateRequest withLabels(Map<String, String> others) {
    return new CreateRequest(spec, others);
  }
}
