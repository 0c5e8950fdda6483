package dev.sandpool.mcp.tool;

import dev.sandpool.GeneratedTable;
import dev.sandpool.bootstrap.SandpoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the table of tools in docs/mcp.md to the code. */
class McpDocumentTest {

  @Test
  void tableIsTheToolbox() throws IOException {
    new GeneratedTable(Path.of("docs", "mcp.md"), "tools")
        .requireSame(table(), McpDocumentTest.class);
  }

  private static String table() {
    Toolbox toolbox = new Toolbox(SandpoolSettings.read(key -> Optional.<String>empty()).mcp());
    return toolbox.tools().stream()
        .map(McpDocumentTest::row)
        .collect(
            Collectors.joining(
                "", "| tool | takes | effect | what it does |\n|---|---|---|---|\n", ""));
  }

  private static String row(Tool tool) {
    String takes =
        tool.input().fields().stream()
            .map(field -> "`" + field.name() + "`" + (field.required() ? "" : "?"))
            .collect(Collectors.joining(", "));
    return "| `%s` | %s | %s | %s |%n"
        .formatted(
            tool.name(), takes, tool.effect().name().toLowerCase(Locale.ROOT), tool.description());
  }
}
