package dev.sandpool.mcp.protocol;

import dev.sandpool.mcp.tool.Answer;
import dev.sandpool.mcp.tool.Effect;
import dev.sandpool.mcp.tool.Tool;
import dev.sandpool.mcp.tool.Toolbox;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Tools as the SDK wants them. */
final class ToolBinding {

  private final Toolbox toolbox;
  private final Scheduler calls;
  private final Progress progress;

  ToolBinding(Toolbox toolbox, Scheduler calls, Progress progress) {
    this.toolbox = toolbox;
    this.calls = calls;
    this.progress = progress;
  }

  List<AsyncToolSpecification> tools() {
    return toolbox.tools().stream().map(this::bound).toList();
  }

  private AsyncToolSpecification bound(Tool tool) {
    return AsyncToolSpecification.builder()
        .tool(described(tool))
        .callHandler((exchange, request) -> call(tool, exchange, request))
        .build();
  }

  private static McpSchema.Tool described(Tool tool) {
    Effect effect = tool.effect();
    boolean reads = effect == Effect.READS;
    return McpSchema.Tool.builder(tool.name(), tool.inputSchema())
        .title(tool.title())
        .description(tool.description())
        .outputSchema(tool.outputSchema())
        .annotations(
            ToolAnnotations.builder()
                .title(tool.title())
                .readOnlyHint(reads)
                .destructiveHint(effect == Effect.CHANGES || effect == Effect.SETTLES)
                .idempotentHint(reads || effect == Effect.SETTLES)
                .openWorldHint(false)
                .build())
        .build();
  }

  private Mono<CallToolResult> call(
      Tool tool, McpAsyncServerExchange exchange, CallToolRequest request) {
    CallContext context = CallContext.of(exchange.transportContext());
    Map<String, Object> arguments = Optional.ofNullable(request.arguments()).orElse(Map.of());
    return Mono.fromCallable(
            () -> {
              Runnable enough = progress.tell(exchange, request.progressToken());
              try {
                return context
                    .session()
                    .run(context.request(), place -> toolbox.call(tool, arguments, place))
                    .map(ToolBinding::result)
                    // No value is no response, which is what a cancelled request gets.
                    .orElse(null);
              } finally {
                enough.run();
              }
            })
        .subscribeOn(calls);
  }

  private static CallToolResult result(Answer answer) {
    CallToolResult.Builder result =
        CallToolResult.builder(List.of(TextContent.builder(answer.text()).build()))
            .isError(answer.error());
    return (answer.error() ? result : result.structuredContent(answer.content())).build();
  }
}
