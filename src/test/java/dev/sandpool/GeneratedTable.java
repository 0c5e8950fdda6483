package dev.sandpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A table in a document that the code has, too.
 *
 * @param document where it stands
 * @param name between {@code <!-- name: generated -->} and {@code <!-- name: end -->}
 */
public record GeneratedTable(Path document, String name) {

  /** Compares the two; with {@code -Ddocs.write=true} writes the document's anew. */
  public void requireSame(String table, Class<?> test) throws IOException {
    String text = Files.readString(document);
    String mark = "<!-- " + name + ": generated -->\n";
    int begin = text.indexOf(mark) + mark.length();
    int end = text.indexOf("<!-- " + name + ": end -->");
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(document, text.substring(0, begin) + table + text.substring(end));
      return;
    }
    assertThat(text.substring(begin, end))
        .as(
            "The table differs from the code; write it anew with mvn test -Dtest=%s"
                + " -Ddocs.write=true",
            test.getSimpleName())
        .isEqualTo(table);
  }
}
