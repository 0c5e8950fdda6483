package dev.sandpool.mcp.http;

import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import reactor.core.publisher.Mono;

/**
 * Gives the SDK's server its clients. There is nothing that the server tells them by itself: its
 * tools never change.
 */
final class HttpClients implements McpStreamableServerTransportProvider {

  private McpStreamableServerSession.Factory factory;

  @Override
  public void setSessionFactory(McpStreamableServerSession.Factory sessions) {
    factory = sessions;
  }

  /** What makes sessions of the server that this was given to. */
  McpStreamableServerSession.Factory factory() {
    return factory;
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return Mono.empty();
  }

  /** Sessions are ended by {@link Sessions}. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }
}
