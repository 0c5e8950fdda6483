package dev.sandpool.kubernetes.claim;

import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Optional;

/**
 * What Sandpool reads of a {@code SandboxWarmPool}.
 *
 * @param metadata the usual
 * @param spec what was asked for
 */
record WarmPool(V1ObjectMeta metadata, Spec spec) {

  /** What was asked for. */
  record Spec(Reference sandboxTemplateRef) {}

  /** An object of the same namespace. */
  record Reference(String name) {}

  /** Name of the template that its Sandboxes are made from. */
  Optional<String> template() {
    return Optional.ofNullable(spec).map(Spec::sandboxTemplateRef).map(Reference::name);
  }
}
