package dev.sandpool.mcp.http;

import io.modelcontextprotocol.json.McpJsonMapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request that is not served, and what its client is told. */
final class RefusedException extends Exception {

  private final int status;
  private final int code;

  /**
   * Refuses a request.
   *
   * @param status of HTTP
   * @param code of JSON-RPC
   * @param message what is wrong, and the cure
   */
  RefusedException(int status, int code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Answers with it. */
  void write(HttpServletResponse response, McpJsonMapper json) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("jsonrpc", "2.0");
    body.put("id", null);
    body.put("error", Map.of("code", code, "message", getMessage()));
    response.setStatus(status);
    JsonBody.write(response, json.writeValueAsString(body));
  }
}
