package dev.sandpool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The packaged command line as the official client starts it. */
class McpIT {

  @Test
  void officialClientWorksInASandboxOfItsOwn() {
    try (McpSyncClient client = client()) {
      assertThat(client.initialize().serverInfo().name()).isEqualTo("sandpool");
      assertThat(client.listTools().tools()).extracting(Tool::name).contains("execute", "grep");

      CallToolResult result = call(client, "execute", Map.of("command", "echo $((6 * 7)); id -u"));
      assertThat(text(result)).isEqualTo("42\n1000\n[exit code 0]");
      assertThat(result.structuredContent())
          .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
          .containsEntry("exitCode", 0);

      call(client, "write_file", Map.of("path", "/workspace/ü.txt", "content", "grüße\n"));
      assertThat(text(call(client, "read_file", Map.of("path", "/workspace/ü.txt"))))
          .isEqualTo("grüße\n");
      assertThat(call(client, "execute", Map.of("cmd", "ls")).isError()).isTrue();
    }
  }

  @Test
  void serverEndsWithItsClientAndLeavesNothing() throws IOException, InterruptedException {
    Process server =
        new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    server.getOutputStream().close();

    assertThat(server.waitFor(60, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isZero();
    assertThat(server.getInputStream().readAllBytes()).isEmpty();
  }

  private static McpSyncClient client() {
    List<String> command = command();
    ServerParameters server =
        ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build();
    return McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
        .requestTimeout(Duration.ofMinutes(1))
        .initializationTimeout(Duration.ofMinutes(1))
        .build();
  }

  private static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-jar",
        "target/sandpool-cli.jar",
        "mcp",
        "--mode=local");
  }

  private static CallToolResult call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }
}
