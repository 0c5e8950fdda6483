package dev.sandpool.kubernetes.claim.connect;

import java.io.IOException;
import java.util.Optional;

/** A way for HTTP to the ports of sandboxes. Thread-safe; shared by all of a back end's. */
public interface Route extends AutoCloseable {

  /**
   * Where requests go that are for a port of a sandbox. May block, where the way must be found.
   *
   * @throws IOException if there is none now; says what to do
   */
  Target to(SandboxAddress address, int port) throws IOException;

  /** Takes note that nothing answers there, so that the way is found anew next time. */
  default void failed(Target target) {}

  /** Whether any port can be reached with any protocol, not only HTTP/1.1 to the runtime's. */
  boolean transparent();

  /** Why it leads nowhere now, from what was already seen. */
  default Optional<String> trouble() {
    return Optional.empty();
  }

  /** Drops connections. */
  @Override
  void close();
}
