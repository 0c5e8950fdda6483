package dev.sandpool.kubernetes;

/**
 * Something that Sandpool's account must be allowed to do in the cluster.
 *
 * @param verb such as {@code list}
 * @param group the API group; empty for the core
 * @param resource in the plural, such as {@code pods}
 * @param subresource such as {@code exec}; empty for the resource itself
 * @param namespace where; empty for everywhere
 * @param feature what needs it, in words
 * @param required whether Sandpool is of no use without it
 * @param grantedBy the file of this project that grants it
 */
public record Right(
    String verb,
    String group,
    String resource,
    String subresource,
    String namespace,
    String feature,
    boolean required,
    String grantedBy) {

  /** What is missing without it, as the API server words it. */
  String missing() {
    return "cannot %s resource \"%s\" in API group \"%s\" %s (%s)"
        .formatted(
            verb,
            subresource.isEmpty() ? resource : resource + "/" + subresource,
            group,
            namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"",
            feature);
  }
}
