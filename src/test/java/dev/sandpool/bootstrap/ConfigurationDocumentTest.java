package dev.sandpool.bootstrap;

import dev.sandpool.GeneratedTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the table in docs/configuration.md to the catalogue. */
class ConfigurationDocumentTest {

  private static final Path DOCUMENT = Path.of("docs", "configuration.md");

  @Test
  void tableIsTheCatalogue() throws IOException {
    new GeneratedTable(DOCUMENT, "settings").requireSame(table(), ConfigurationDocumentTest.class);
  }

  private static String table() {
    return Catalogue.all().stream()
        .map(ConfigurationDocumentTest::row)
        .collect(
            Collectors.joining(
                "",
                "| key | type | default | per specification | meaning |\n|---|---|---|---|---|\n",
                ""));
  }

  private static String row(Setting<?> setting) {
    String standard = setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`";
    String named = NamedKey.settings().contains(setting) ? "yes" : "";
    return "| `%s` | %s | %s | %s | %s |%n"
        .formatted(setting.key(), setting.type().name(), standard, named, setting.meaning());
  }
}
