package dev.sandpool.mcp.protocol;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.util.Map;
import java.util.Optional;

/** What a client says to stop a request; the SDK has no handler for it. */
public final class Cancellation {

  private static final String METHOD = "notifications/cancelled";

  private Cancellation() {}

  /** The id of the request that a message is to stop; empty if it is another message. */
  public static Optional<Object> request(JSONRPCMessage message) {
    return Optional.of(message)
        .filter(JSONRPCNotification.class::isInstance)
        .map(JSONRPCNotification.class::cast)
        .filter(notification -> notification.method().equals(METHOD))
        .flatMap(notification -> requestId(notification.params()));
  }

  private static Optional<Object> requestId(Object params) {
    return params instanceof Map<?, ?> map
        ? Optional.ofNullable(map.get("requestId"))
        : Optional.empty();
  }
}
