package dev.sandpool.mcp.protocol;

import dev.sandpool.mcp.tool.Toolbox;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.AsyncSpecification;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.util.Optional;
import reactor.core.scheduler.Scheduler;

/** The SDK's server with the tools. */
public final class ProtocolServer {

  private final Toolbox toolbox;
  private final McpJsonMapper json;
  private final Progress progress;

  /**
   * For any transport.
   *
   * @param toolbox what it offers
   * @param json how messages are written
   * @param progress how clients are told that a call still runs
   */
  public ProtocolServer(Toolbox toolbox, McpJsonMapper json, Progress progress) {
    this.toolbox = toolbox;
    this.json = json;
    this.progress = progress;
  }

  /**
   * Serves clients over HTTP.
   *
   * @param calls where tools are called; each blocks
   */
  public McpAsyncServer over(McpStreamableServerTransportProvider transport, Scheduler calls) {
    return build(McpServer.async(transport), calls);
  }

  /**
   * Serves one client.
   *
   * @see #over(McpStreamableServerTransportProvider, Scheduler)
   */
  public McpAsyncServer over(McpServerTransportProvider transport, Scheduler calls) {
    return build(McpServer.async(transport), calls);
  }

  private McpAsyncServer build(AsyncSpecification<?> server, Scheduler calls) {
    return server
        .jsonMapper(json)
        .serverInfo(Implementation.builder("sandpool", version()).title("Sandpool").build())
        .instructions(toolbox.instructions())
        .capabilities(ServerCapabilities.builder().tools(false).build())
        // The tools' own words name the cure; a schema's do not.
        .validateToolInputs(false)
        .tools(new ToolBinding(toolbox, calls, progress).tools())
        .build();
  }

  private static String version() {
    return Optional.ofNullable(ProtocolServer.class.getPackage().getImplementationVersion())
        .orElse("0");
  }
}
