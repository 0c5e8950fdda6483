package dev.sandpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that docs/public-failures.md names are there. */
class PublicFailuresDocumentTest {

  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:Test|IT|Contract))\\.(\\w+)`");

  @Test
  void testsThatItNamesExist() throws IOException {
    Map<String, String> sources = sources();
    List<MatchResult> named =
        TEST.matcher(Files.readString(Path.of("docs", "public-failures.md"))).results().toList();

    assertThat(named).hasSizeGreaterThan(40);
    assertThat(named)
        .allSatisfy(
            test ->
                assertThat(sources.getOrDefault(test.group(1), ""))
                    .as(test.group())
                    .containsPattern("void " + test.group(2) + "\\("));
  }

  private static Map<String, String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "test", "java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("package-info.java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  PublicFailuresDocumentTest::read,
                  String::concat));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
