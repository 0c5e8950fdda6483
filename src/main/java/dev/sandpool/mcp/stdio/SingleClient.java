package dev.sandpool.mcp.stdio;

import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import reactor.core.publisher.Mono;

/** Gives the SDK's server its only client. */
final class SingleClient implements McpServerTransportProvider {

  private final McpServerTransport transport;
  private McpServerSession session;

  SingleClient(McpServerTransport transport) {
    this.transport = transport;
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    session = factory.create(transport);
  }

  /** The session that the server made for it. */
  McpServerSession session() {
    return session;
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return session.sendNotification(method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return session.closeGracefully();
  }
}
