package dev.sandpool.mcp.protocol;

import io.modelcontextprotocol.common.McpTransportContext;
import java.util.Map;
import reactor.util.context.Context;

/**
 * Whose call it is, which transports put around the SDK's handling of a request.
 *
 * @param session of the client
 * @param request id of the request
 */
public record CallContext(ClientSession session, Object request) {

  private static final String KEY = "sandpool.call";

  /** Puts it where {@link #of} finds it. */
  public Context in(Context around) {
    return around.put(McpTransportContext.KEY, McpTransportContext.create(Map.of(KEY, this)));
  }

  /** The one that was put there. */
  static CallContext of(McpTransportContext around) {
    return (CallContext) around.get(KEY);
  }
}
