package dev.sandpool;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A page of a list.
 *
 * @param items its sandboxes, oldest first
 * @param cursor for the next page; empty on the last one
 */
public record SandboxListing(List<SandboxInfo> items, Optional<String> cursor) {

  /** Copies the items. */
  public SandboxListing {
    items = List.copyOf(items);
    Objects.requireNonNull(cursor, "cursor");
  }
}
