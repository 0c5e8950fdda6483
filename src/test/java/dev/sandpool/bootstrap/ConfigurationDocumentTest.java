package dev.sandpool.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the table in docs/configuration.md to the catalogue. */
class ConfigurationDocumentTest {

  private static final Path DOCUMENT = Path.of("docs", "configuration.md");
  private static final String BEGIN = "<!-- settings: generated -->\n";
  private static final String END = "<!-- settings: end -->";

  @Test
  void tableIsTheCatalogue() throws IOException {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf(BEGIN) + BEGIN.length();
    int end = document.indexOf(END);

    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(DOCUMENT, document.substring(0, begin) + table() + document.substring(end));
      return;
    }
    assertThat(document.substring(begin, end))
        .as(
            "The table differs from the catalogue; write it anew with"
                + " mvn test -Dtest=ConfigurationDocumentTest -Ddocs.write=true")
        .isEqualTo(table());
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
