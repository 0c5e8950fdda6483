package dev.sandpool.mcp.http;

import dev.sandpool.security.Access;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Streamable HTTP: each message is a POST, a session ends by DELETE. There is no stream to listen
 * on, as the server tells its clients nothing by itself.
 */
@WebServlet(urlPatterns = "/mcp")
public class McpServlet extends HttpServlet {

  private static final String SESSION = "Mcp-Session-Id";
  private static final String VERSION = "MCP-Protocol-Version";
  private static final String EVENTS = "text/event-stream";

  @Inject private McpDoors doors;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    guarded(request, response, (door, access) -> post(door, access, request, response));
  }

  @Override
  protected void doDelete(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    guarded(
        request,
        response,
        (door, access) ->
            door.sessions()
                .end(
                    door.sessions().require(request.getHeader(SESSION), access.caller().tenant())));
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    guarded(
        request,
        response,
        (door, access) -> {
          response.setHeader("Allow", "POST, DELETE");
          throw new RefusedException(
              HttpServletResponse.SC_METHOD_NOT_ALLOWED,
              -32000,
              "There is no stream to listen on; each request has its own");
        });
  }

  /** What is done for a caller who may. */
  private interface Work {
    void run(HttpDoor door, Access access) throws IOException, RefusedException;
  }

  private void guarded(HttpServletRequest request, HttpServletResponse response, Work work)
      throws IOException {
    Optional<HttpDoor> door = doors.door();
    if (door.isEmpty()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    try {
      // Whoever gets here was let in by the filter.
      work.run(door.get(), (Access) request.getAttribute(Access.ATTRIBUTE));
    } catch (RefusedException e) {
      e.write(response, door.get().json());
    }
  }

  private void post(
      HttpDoor door, Access access, HttpServletRequest request, HttpServletResponse response)
      throws IOException, RefusedException {
    JSONRPCMessage message = message(JsonBody.read(request), door.json());
    if (message instanceof JSONRPCRequest) {
      requireAccepted(request);
    }
    if (message instanceof JSONRPCRequest first
        && first.method().equals(McpSchema.METHOD_INITIALIZE)) {
      HttpDoor.Opened opened = door.open(first, access.caller().tenant(), key(request));
      response.setHeader(SESSION, opened.id());
      JsonBody.write(response, opened.answer());
      return;
    }
    HttpSession session =
        door.sessions().require(request.getHeader(SESSION), access.caller().tenant());
    requireVersion(request.getHeader(VERSION), door.versions());
    if (message instanceof JSONRPCRequest call) {
      response.setContentType(EVENTS);
      response.setCharacterEncoding("UTF-8");
      response.setHeader("Cache-Control", "no-store");
      response.setHeader("X-Accel-Buffering", "no");
      response.flushBuffer();
      door.serve(session, access, call, response.getOutputStream());
    } else {
      door.accept(session, message);
      response.setStatus(HttpServletResponse.SC_ACCEPTED);
    }
  }

  private static JSONRPCMessage message(String body, McpJsonMapper json) throws RefusedException {
    try {
      return McpSchema.deserializeJsonRpcMessage(json, body);
    } catch (IOException | RuntimeException e) {
      throw new RefusedException(
          HttpServletResponse.SC_BAD_REQUEST,
          ErrorCodes.PARSE_ERROR,
          "The body is no JSON-RPC 2.0 message; send one at a time");
    }
  }

  private static void requireAccepted(HttpServletRequest request) throws RefusedException {
    String accept = String.join(",", Collections.list(request.getHeaders("Accept")));
    if (!accept.contains("*/*") && !(accept.contains("json") && accept.contains(EVENTS))) {
      throw new RefusedException(
          HttpServletResponse.SC_NOT_ACCEPTABLE,
          -32600,
          "Accept: '" + accept + "' cannot be used; give application/json, " + EVENTS);
    }
  }

  private static void requireVersion(String version, List<String> known) throws RefusedException {
    if (version != null && !known.contains(version)) {
      throw new RefusedException(
          HttpServletResponse.SC_BAD_REQUEST,
          -32600,
          VERSION + ": '" + version + "' cannot be used; give one of " + String.join(", ", known));
    }
  }

  /** Of several, nobody could say which one others looked at. */
  private Optional<String> key(HttpServletRequest request) throws RefusedException {
    Optional<String> header = doors.keyHeader();
    List<String> given =
        header
            .<List<String>>map(name -> Collections.list(request.getHeaders(name)))
            .orElse(List.of());
    if (given.size() > 1) {
      throw new RefusedException(
          HttpServletResponse.SC_BAD_REQUEST, -32600, header.get() + ": give it once");
    }
    return given.stream().filter(key -> !key.isBlank()).findFirst();
  }
}
