package dev.sandpool.mcp.http;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import reactor.core.publisher.Mono;

/**
 * The answer to one request as Server-Sent Events: what is told while it runs, and the response. A
 * client that goes away stops nothing; it is not written to any more.
 */
final class EventStream implements McpStreamableServerTransport {

  private static final Logger LOG = System.getLogger(EventStream.class.getName());

  private final McpJsonMapper json;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();
  private boolean over;

  EventStream(McpJsonMapper json, OutputStream out) {
    this.json = json;
    this.out = out;
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(
        () -> {
          writing.lock();
          try {
            write("event: message\ndata: " + json.writeValueAsString(message) + "\n\n");
          } catch (IOException e) {
            LOG.log(Level.WARNING, "A message could not be written as JSON", e);
          } finally {
            writing.unlock();
          }
        });
  }

  /** There is no going back in a stream, so events need no ids. */
  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message, String id) {
    return sendMessage(message);
  }

  /** Keeps proxies from thinking that nobody is there; nothing where something is written now. */
  void beat() {
    if (writing.tryLock()) {
      try {
        write(": it runs\n\n");
      } finally {
        writing.unlock();
      }
    }
  }

  private void write(String event) {
    if (over) {
      return;
    }
    try {
      out.write(event.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      over = true;
      LOG.log(Level.DEBUG, "The client is gone", e);
    }
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.convertValue(data, type);
  }

  /** The response is the servlet's; after this, nothing is written to it. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(this::end);
  }

  /** Waits for what is written now. */
  void end() {
    writing.lock();
    try {
      over = true;
    } finally {
      writing.unlock();
    }
  }
}
