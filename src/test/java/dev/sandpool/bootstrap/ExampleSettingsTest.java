package dev.sandpool.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples' settings are ones that there are, with values that can be used. */
class ExampleSettingsTest {

  static Stream<Path> examples() throws IOException {
    try (Stream<Path> directories = Files.list(Path.of("docs", "examples"))) {
      return directories
          .map(each -> each.resolve("src/main/resources/META-INF/microprofile-config.properties"))
          .filter(Files::exists) // One is in Python.
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void areKnownAndCanBeUsed(Path file) throws IOException {
    Properties given = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      given.load(reader);
    }
    Function<String, Optional<String>> values = key -> Optional.ofNullable(given.getProperty(key));

    assertThat(UnknownKeys.describe(given.stringPropertyNames(), values)).isEmpty();
    assertThat(SandpoolSettings.read(values, given.stringPropertyNames()).pools())
        .extracting(plan -> plan.spec().name())
        .containsAll(pools(file));
  }

  private static Set<String> pools(Path example) {
    return example.startsWith("docs/examples/code-runner")
        ? Set.of("default", "python", "shell")
        : Set.of("default");
  }
}
