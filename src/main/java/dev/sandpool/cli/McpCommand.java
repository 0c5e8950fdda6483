package dev.sandpool.cli;

import dev.sandpool.CreateRequest;
import dev.sandpool.bootstrap.McpSettings;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.mcp.stdio.StdioServer;
import dev.sandpool.mcp.tool.Toolbox;
import dev.sandpool.mcp.tool.Workplace;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sandpool mcp}. */
@Command(
    name = "mcp",
    description =
        "Serves the Model Context Protocol on standard input and output, until the client ends it.")
final class McpCommand implements Callable<Integer> {

  @Mixin private SettingsOptions settings;

  @Option(
      names = {"-k", "--key"},
      paramLabel = "KEY",
      description =
          "Key that the sandbox is kept under when the client is gone (sandpool.mcp.key).")
  private String key;

  @Override
  public Integer call() throws IOException {
    SandpoolSettings read = settings.readForService(System.getenv());
    PrintStream out = System.out;
    // Whatever else is printed must not come between the messages.
    System.setOut(System.err);
    try (Sandpool sandpool = Sandpool.start(read);
        StdioServer server =
            new StdioServer(
                new Toolbox(read.mcp()), workplace(sandpool, read.mcp()), System.in, out)) {
      // Clients end servers by a signal, too; the sandbox must go then as well.
      atSignal(
          () -> {
            close(server);
            close(sandpool);
          });
      server.serve();
    } finally {
      System.setOut(out);
    }
    return ExitCode.OK;
  }

  private static void atSignal(Runnable end) {
    Runtime.getRuntime().addShutdownHook(new Thread(end, "mcp-shutdown"));
  }

  /** A second time, this waits or does nothing. */
  private static void close(StdioServer server) {
    server.close();
  }

  private static void close(Sandpool sandpool) {
    sandpool.close();
  }

  private Workplace workplace(Sandpool sandpool, McpSettings mcp) {
    CreateRequest request =
        CreateRequest.of(mcp.spec()).withLabels(Map.of("door", "mcp")).withIdleTtl(mcp.idleTtl());
    Optional<String> named = Optional.ofNullable(key).or(mcp::key);
    return new Workplace(sandpool.sandboxes(), named.map(request::withKey).orElse(request));
  }
}
