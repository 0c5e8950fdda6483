package dev.sandpool.mcp.stdio;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import reactor.core.publisher.Mono;

/** Writes messages to a stream, each on a line of its own. */
final class LineTransport implements McpServerTransport {

  private final McpJsonMapper json;
  private final OutputStream out;

  LineTransport(McpJsonMapper json, OutputStream out) {
    this.json = json;
    this.out = out;
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> write(message));
  }

  /** JSON has no line ends but in white space, and the mapper writes none. */
  void write(Object message) {
    try {
      byte[] line = (json.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
      synchronized (this) {
        out.write(line);
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The client does not read any more", e);
    }
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.convertValue(data, type);
  }

  /** The streams are its maker's. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }
}
