package dev.sandpool.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.FileDownloaded;
import dev.sandpool.FileFailure;
import dev.sandpool.FileUpload;
import dev.sandpool.FileUploaded;
import dev.sandpool.SandboxFiles;
import dev.sandpool.local.HostShell;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Images that lack some program: what can work there works, and the rest says what is missing. */
class MissingToolsIT {

  /** All that the scripts call, besides what a POSIX shell has built in. */
  private static final List<String> TOOLS =
      List.of(
          "cat",
          "chmod",
          "chown",
          "find",
          "grep",
          "head",
          "ls",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sha256sum",
          "stat",
          "tail",
          "tr",
          "wc");

  private static final byte[] LARGE = FilesContract.random(300_000);

  static List<String> tools() {
    return TOOLS;
  }

  private final Set<String> ids = ConcurrentHashMap.newKeySet();
  private Path tools;
  private Path root;
  private String shell = "/bin/sh";

  @BeforeEach
  void make(@TempDir Path temporary, @TempDir Path tools) throws IOException {
    Files.setPosixFilePermissions(tools, PosixFilePermissions.fromString("rwxr-xr-x"));
    this.tools = tools;
    root = HostShell.directory(temporary);
    link("sh");
  }

  @AfterEach
  void cleanUp() throws IOException {
    for (String id : ids) {
      // Where rm is missing it stays.
      Files.deleteIfExists(Path.of("/tmp/.sandpool-" + id));
    }
    try (Stream<Path> links = Files.list(tools)) {
      for (Path link : links.toList()) {
        Files.delete(link);
      }
    }
  }

  @Test
  void theseToolsAreAllThatIsNeeded() throws Exception {
    for (String tool : TOOLS) {
      link(tool);
    }
    each((name, operation) -> assertThat(catchThrowable(operation)).as(name).isNull());
  }

  @Test
  void nothingWorksWithoutAny() throws Exception {
    each((name, operation) -> isRefused(name, operation, ""));
    shell = "/bin/bash";
    each((name, operation) -> isRefused(name, operation, ""));
  }

  @ParameterizedTest
  @MethodSource("tools")
  void oneThatIsMissingIsNamedOrNotMissed(String missing) throws Exception {
    for (String tool : TOOLS) {
      if (!tool.equals(missing)) {
        link(tool);
      }
    }
    each(
        (name, operation) -> {
          Throwable thrown = catchThrowable(operation);
          if (thrown != null) {
            isRefused(
                name,
                () -> {
                  throw thrown;
                },
                missing);
          }
        });
  }

  private static void isRefused(String name, ThrowingCallable operation, String missing) {
    Throwable thrown = catchThrowable(operation);
    assertThat(thrown).as(name).isInstanceOf(FileAccessException.class);
    assertThat(((FileAccessException) thrown).reason())
        .as(name + ": " + thrown.getMessage())
        .isEqualTo(Reason.UNSUPPORTED_IMAGE);
    assertThat(thrown)
        .as(name)
        .hasMessageContaining(missing + " not found")
        .hasMessageContaining("coreutils");
  }

  private interface Check {
    void accept(String name, ThrowingCallable operation);
  }

  /** Does everything that files can, each on what the test itself has prepared, and looks at it. */
  private void each(Check check) throws IOException {
    try (HostShell bare = new HostShell(tools.toString(), List.of(shell))) {
      SandboxFiles files =
          new ShellFiles(
              (command, sink) -> {
                ids.add(command.environment().getOrDefault("sp_id", "none"));
                return bare.runner().start(command, sink);
              },
              "/",
              Duration.ofSeconds(60));
      for (Map.Entry<String, ThrowingCallable> operation : operations(files).entrySet()) {
        prepare();
        check.accept(operation.getKey(), operation.getValue());
      }
    }
  }

  private void prepare() throws IOException {
    for (String name : List.of("old", "away")) {
      Path file = root.resolve(name);
      Files.writeString(file, "one\ntwo\n");
      if (HostShell.isRoot()) {
        Files.setAttribute(file, "unix:uid", HostShell.NOBODY);
      }
    }
    Path link = root.resolve("link");
    if (!Files.isSymbolicLink(link)) {
      Files.createSymbolicLink(link, Path.of("old"));
    }
  }

  private Map<String, ThrowingCallable> operations(SandboxFiles files) {
    Map<String, ThrowingCallable> all = new LinkedHashMap<>();
    all.put(
        "write",
        () -> {
          files.write(at("new"), "x");
          holds("new", "x");
        });
    all.put(
        "replace",
        () -> {
          files.write(at("old"), "x");
          holds("old", "x");
        });
    all.put(
        "write link",
        () -> {
          files.write(at("link"), "x");
          holds("old", "x");
        });
    all.put(
        "mode",
        () -> {
          files.upload(FileUpload.of(at("m"), "x").withMode("0700"));
          holds("m", "x");
        });
    all.put(
        "parents",
        () -> {
          files.write(at("p" + System.nanoTime() + "/q"), "x");
        });
    all.put(
        "stream",
        () -> {
          files.upload(at("large"), new ByteArrayInputStream(LARGE));
          assertThat(Files.readAllBytes(root.resolve("large"))).isEqualTo(LARGE);
        });
    all.put(
        "upload all",
        () -> {
          throwFailures(
              files
                  .uploadAll(List.of(FileUpload.of(at("b1"), "1"), FileUpload.of(at("b2"), "2")))
                  .stream()
                  .map(FileUploaded::failure)
                  .toList());
          holds("b1", "1");
          holds("b2", "2");
        });
    all.put(
        "download all",
        () -> {
          List<FileDownloaded> read = files.downloadAll(List.of(at("old"), at("away")));
          throwFailures(read.stream().map(FileDownloaded::failure).toList());
          assertThat(read.get(1).content().orElseThrow())
              .isEqualTo("one\ntwo\n".getBytes(StandardCharsets.UTF_8));
        });
    all.put("read", () -> assertThat(files.read(at("old"))).isEqualTo("one\ntwo\n"));
    all.put("page", () -> assertThat(files.read(at("old"), 1, 1).content()).isEqualTo("two\n"));
    all.put(
        "download",
        () -> assertThat(files.download(at("old"), OutputStream.nullOutputStream())).isEqualTo(8));
    all.put(
        "edit",
        () -> {
          files.edit(at("old"), "two", "2", false);
          holds("old", "one\n2\n");
        });
    all.put("list", () -> assertThat(files.list(root.toString())).hasSizeGreaterThan(2));
    all.put("stat", () -> assertThat(files.stat(at("old")).size()).isEqualTo(8));
    all.put("glob", () -> assertThat(files.glob("ol?", root.toString()).matches()).hasSize(1));
    all.put("grep", () -> assertThat(files.grep("two", at("away")).matches()).hasSize(1));
    all.put(
        "grep all",
        () -> assertThat(files.grep("two", root.toString(), "aw*", 9).matches()).hasSize(1));
    all.put(
        "move",
        () -> {
          files.move(at("away"), at("moved"));
          holds("moved", "one\ntwo\n");
        });
    all.put(
        "delete",
        () -> {
          assertThat(files.delete(at("away"))).isTrue();
          assertThat(root.resolve("away")).doesNotExist();
        });
    return all;
  }

  private static void throwFailures(List<Optional<FileFailure>> failures) {
    for (Optional<FileFailure> failure : failures) {
      failure.ifPresent(
          what -> {
            assertThat(what.code()).isEqualTo("unsupported_image");
            String message = what.message();
            throw new FileAccessException(Reason.UNSUPPORTED_IMAGE, "", message);
          });
    }
  }

  private void holds(String name, String content) throws IOException {
    assertThat(Files.readString(root.resolve(name))).isEqualTo(content);
  }

  private String at(String name) {
    return root.resolve(name).toString();
  }

  private void link(String tool) throws IOException {
    Files.createSymbolicLink(tools.resolve(tool), Path.of("/bin", tool));
  }
}
