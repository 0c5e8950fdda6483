package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The library's jar in a virtual machine of its own, with more or less of MicroProfile around it.
 */
class LibraryJarIT {

  private static final Path JAR = Path.of("target", "sandpool-lib.jar");

  private static final String SAID = "0: hello from /workspace\nkept for a\nnone for b\n";

  @TempDir Path directory;

  @Test
  void needsNothingOfMicroProfileButConfig() throws Exception {
    assertThat(run("fault-tolerance", "mutiny")).isEqualTo(SAID);
  }

  @Test
  void needsNothingOfAServer() throws Exception {
    assertThat(run("jakarta.jakartaee", "servlet", "ws.rs", "jakarta.json", "microprofile-jwt"))
        .isEqualTo(SAID);
  }

  /** Everything is there in the others; here some of it, or none. */
  @Test
  void needsNothingOfLangChain4j() throws Exception {
    assertThat(run("langchain4j", "langgraph4j")).isEqualTo(SAID);
    assertThat(run("langchain4j-1", "langgraph4j")).isEqualTo(SAID);
  }

  @Test
  void startsWithFaultTolerance() throws Exception {
    assertThat(run()).isEqualTo(SAID);
  }

  @Test
  void saysWhatIsMissingWithoutConfig() throws Exception {
    assertThat(run("fault-tolerance", "smallrye-config"))
        .startsWith("1: ")
        .contains("Sandpool reads its settings from MicroProfile Config, which is not here")
        .contains("io.smallrye.config:smallrye-config");
  }

  @Test
  void saysTheSameWithoutItsInterfaces() throws Exception {
    assertThat(run("fault-tolerance", "smallrye-config", "microprofile-config-api"))
        .startsWith("1: ")
        .contains("Sandpool reads its settings from MicroProfile Config, which is not here");
  }

  /** What an application has of its own, or a container without EJB has not. */
  @Test
  void hasNothingOfTheServicesOwn() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> entries = jar.stream().map(JarEntry::getName).toList();

      assertThat(entries).contains("dev/sandpool/cdi/SandpoolLifecycle.class");
      assertThat(entries)
          .noneMatch(entry -> entry.matches("dev/sandpool/(rest|health|timer)/.+"))
          .doesNotContain("META-INF/microprofile-config.properties");
    }
  }

  /** Gives the exit code and what was printed, or the whole log if that was not 0. */
  private String run(String... without) throws IOException, InterruptedException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    Path log = directory.resolve("log");
    Path output = directory.resolve("output");
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dsandpool.local.state-directory=" + directory.resolve("state"),
                "-Dsandpool.pool.min-idle=0",
                "-cp",
                classPath(without),
                LibraryMain.class.getName())
            .redirectError(log.toFile())
            .redirectOutput(output.toFile())
            .start();
    assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
    int code = program.exitValue();
    return code + ": " + Files.readString(code == 0 ? output : log, StandardCharsets.UTF_8);
  }

  private static String classPath(String... without) {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Stream<String> around =
        Stream.of(all.split(File.pathSeparator))
            .filter(entry -> !entry.endsWith(Path.of("target", "classes").toString()))
            .filter(entry -> Arrays.stream(without).noneMatch(entry::contains));
    assertThat(JAR).exists();
    return Stream.concat(Stream.of(JAR.toString()), around)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
