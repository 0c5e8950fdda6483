package dev.sandpool.mcp.http;

import dev.sandpool.mcp.protocol.ClientSession;
import io.modelcontextprotocol.spec.McpStreamableServerSession;

/**
 * A client's session.
 *
 * @param tenant whose it is; nobody else gets to it
 * @param protocol what the SDK keeps of it
 * @param client what Sandpool keeps of it
 */
record HttpSession(String tenant, McpStreamableServerSession protocol, ClientSession client) {

  String id() {
    return protocol.getId();
  }
}
