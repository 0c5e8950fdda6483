package dev.sandpool.mcp.http;

import dev.sandpool.Sandboxes;
import dev.sandpool.bootstrap.McpSettings;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.cdi.SandpoolLifecycle;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Reception;
import jakarta.inject.Inject;
import java.util.Optional;

/** What the servlet works with, made at the first request and closed with the application. */
@ApplicationScoped
public class McpDoors {

  private final Optional<String> keyHeader;
  private final Optional<HttpDoor> door;

  /** For the container's proxy. */
  protected McpDoors() {
    keyHeader = Optional.empty();
    door = Optional.empty();
  }

  @Inject
  McpDoors(SandpoolLifecycle lifecycle, Sandboxes sandboxes) {
    SandpoolSettings settings = lifecycle.supervisor().settings();
    McpSettings mcp = settings.mcp();
    keyHeader = settings.conversation().header();
    door = mcp.enabled() ? Optional.of(new HttpDoor(mcp, sandboxes)) : Optional.empty();
  }

  /** The server; empty where the settings want none. */
  Optional<HttpDoor> door() {
    return door;
  }

  /** The header with the key that a client wants its sandbox kept under; empty for none. */
  Optional<String> keyHeader() {
    return keyHeader;
  }

  /** While all of Sandpool is still there to destroy sandboxes. */
  void stop(
      @Observes(notifyObserver = Reception.IF_EXISTS) @BeforeDestroyed(ApplicationScoped.class)
          Object event) {
    door.ifPresent(HttpDoor::close);
  }
}
