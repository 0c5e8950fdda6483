package dev.sandpool.kubernetes.stock;

import dev.sandpool.kubernetes.Right;
import java.util.stream.Stream;

/**
 * What replicas must be allowed to do to know of each other.
 *
 * @param namespace of their leases
 * @param grantedBy the file of this project that grants it
 */
public record StockRights(String namespace, String grantedBy) {

  /** The rights, all required: who is not seen by the others loses its warm sandboxes to them. */
  public Stream<Right> leases() {
    return Stream.of("list", "watch", "create", "patch", "delete").map(this::lease);
  }

  /** Those for Events on what happens. */
  public Stream<Right> events() {
    return Stream.of("create", "patch").map(this::event);
  }

  private Right lease(String verb) {
    return new Right(
        verb, "coordination.k8s.io", "leases", "", namespace, "replicas", true, grantedBy);
  }

  private Right event(String verb) {
    return new Right(verb, "", "events", "", namespace, "Events on sandboxes", false, grantedBy);
  }
}
