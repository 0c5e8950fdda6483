package dev.sandpool.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.FileDownloaded;
import dev.sandpool.FileFailure;
import dev.sandpool.FileInfo;
import dev.sandpool.FileUpload;
import dev.sandpool.FileUploaded;
import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the files of every sandbox do with several at once, and with permission bits. */
abstract class BatchFilesContract {

  /** The files of a sandbox. */
  abstract SandboxFiles files();

  /** An empty directory that the sandbox's user owns, without a slash at its end. */
  abstract String root();

  /** Runs a script in {@link #root} as the sandbox's user, to prepare what files() cannot. */
  abstract void shell(String script);

  @Test
  void manyFilesAreWrittenAndReadInOrder() {
    // Of all sizes from none to what does not go together with others any more.
    List<byte[]> contents =
        Stream.concat(
                IntStream.range(0, 70).mapToObj(i -> FilesContract.random(i * 41)),
                IntStream.of(0, 1, 300_000, 262_143, 262_144, 4096, 250_000, 250_000, 1_500_000)
                    .mapToObj(FilesContract::random))
            .toList();
    List<String> paths =
        IntStream.range(0, contents.size()).mapToObj(i -> at("d" + i % 7 + "/" + i)).toList();
    List<FileUpload> uploads =
        IntStream.range(0, contents.size())
            .mapToObj(i -> FileUpload.of(paths.get(i), contents.get(i)))
            .toList();

    List<FileUploaded> written = files().uploadAll(uploads);
    List<FileDownloaded> read = files().downloadAll(paths);

    assertThat(written)
        .isEqualTo(
            IntStream.range(0, contents.size())
                .mapToObj(
                    i -> new FileUploaded(paths.get(i), contents.get(i).length, Optional.empty()))
                .toList());
    assertThat(read).extracting(FileDownloaded::path).isEqualTo(paths);
    for (int i = 0; i < contents.size(); i++) {
      assertThat(read.get(i).content().orElseThrow()).isEqualTo(contents.get(i));
    }
    assertThat(names(at("d0"))).hasSize(12).noneMatch(name -> name.startsWith("."));
  }

  @Test
  void oddNamesAreLiteralAlsoTogether() {
    List<String> paths = FilesContract.ODD_NAMES.stream().map(this::at).toList();

    List<FileUploaded> written =
        files()
            .uploadAll(
                paths.stream().map(path -> FileUpload.of(path, "in " + path.length())).toList());

    assertThat(written).allMatch(result -> result.failure().isEmpty());
    assertThat(names(root()))
        .containsExactlyElementsOf(FilesContract.ODD_NAMES.stream().sorted().toList());
    assertThat(files().downloadAll(paths))
        .allSatisfy(result -> assertThat(text(result)).isEqualTo("in " + result.path().length()));
  }

  @Test
  void eachFileOfAnUploadHasItsOwnFailure() {
    shell(
        "mkdir d closed; echo f >f; ln -s f link; ln -s nowhere/x lost; chmod 555 closed;"
            + " echo x >ro; chmod 444 ro; mkfifo pipe");
    byte[] large = FilesContract.random(900_000);

    List<FileUploaded> results =
        files()
            .uploadAll(
                Arrays.asList(
                    FileUpload.of(at("first"), "1"),
                    FileUpload.of(at("d"), "x"),
                    FileUpload.of(at("f/x"), "x"),
                    FileUpload.of("../etc/x", "x"),
                    FileUpload.of("/a\0b", "x"),
                    FileUpload.of(null, "x"),
                    FileUpload.of(at("x".repeat(4096)), "x"),
                    FileUpload.of(at("closed/x"), "x"),
                    FileUpload.of(at("closed/large"), large),
                    FileUpload.of(at("bad"), TestStreams.failingAfter(new byte[9])),
                    FileUpload.of(at("bad large"), TestStreams.failingAfter(large)),
                    FileUpload.of(at("large"), large),
                    FileUpload.of(at("lost"), "x"),
                    FileUpload.of(at("ro"), "x"),
                    FileUpload.of(at("pipe"), "x"),
                    FileUpload.of(at("link"), "through"),
                    FileUpload.of(at("new/last"), "")));

    assertThat(results)
        .extracting(
            result -> result.failure().map(FileFailure::code).orElse("size " + result.size()))
        .containsExactly(
            "size 1",
            "is_directory",
            "not_a_directory",
            "invalid_path",
            "invalid_path",
            "invalid_path",
            "invalid_path",
            "permission_denied",
            "permission_denied",
            "file_operation_failed",
            "file_operation_failed",
            "size 900000",
            "file_not_found",
            "permission_denied",
            "file_operation_failed",
            "size 7",
            "size 0");
    assertThat(results.get(9).failure().orElseThrow().message()).contains("bad source");
    assertThat(results.get(1).failure().orElseThrow().message()).contains(at("d"));
    assertThat(names(root()))
        .containsExactly("closed", "d", "f", "first", "large", "link", "lost", "new", "pipe", "ro");
    assertThat(files().read(at("f"))).isEqualTo("through");
    assertThat(names(at("d"))).isEmpty();
  }

  @Test
  void eachFileOfADownloadHasItsOwnFailure() {
    shell(
        "mkdir d; echo f >f; ln -s f link; ln -s nowhere lost; echo s >secret; chmod 0 secret;"
            + " mkfifo pipe; : >empty");
    List<String> paths =
        Arrays.asList(
            at("f"),
            at("none"),
            at("d"),
            at("secret"),
            "relative",
            null,
            at("f/x"),
            at("lost"),
            at("pipe"),
            at("link"),
            at("empty"));

    List<FileDownloaded> results = files().downloadAll(paths);

    assertThat(results).extracting(FileDownloaded::path).isEqualTo(paths);
    assertThat(results)
        .extracting(result -> result.failure().map(FileFailure::code).orElseGet(() -> text(result)))
        .containsExactly(
            "f\n",
            "file_not_found",
            "is_directory",
            "permission_denied",
            "invalid_path",
            "invalid_path",
            "not_a_directory",
            "file_not_found",
            "file_operation_failed",
            "f\n",
            "");
  }

  @Test
  void nothingIsNothing() {
    assertThat(files().uploadAll(List.of())).isEmpty();
    assertThat(files().downloadAll(List.of())).isEmpty();
  }

  @Test
  void theLastOfSeveralForOnePathCounts() {
    byte[] large = FilesContract.random(300_000);
    files()
        .uploadAll(
            List.of(
                FileUpload.of(at("a"), "small"),
                FileUpload.of(at("a"), large),
                FileUpload.of(at("b"), large),
                FileUpload.of(at("b"), "1"),
                FileUpload.of(at("b"), "2")));
    assertThat(files().readBytes(at("a"))).isEqualTo(large);
    assertThat(files().read(at("b"))).isEqualTo("2");
  }

  @Test
  void uploadsAreAskedForOneByOne() {
    List<String> asked = new ArrayList<>();
    Iterable<FileUpload> files =
        () ->
            Stream.of("a", "b", "c")
                .peek(asked::add)
                .map(name -> FileUpload.of(at(name), name))
                .iterator();
    assertThat(files().uploadAll(files)).hasSize(3);
    assertThat(asked).containsExactly("a", "b", "c");
  }

  @Test
  void downloadsHaveALimitTogether() {
    shell("head -c 41943040 /dev/zero >a; cp a b; echo small >c");

    List<FileDownloaded> results = files().downloadAll(List.of(at("a"), at("b"), at("c")));

    assertThat(results.get(0).content().orElseThrow()).hasSize(40 << 20);
    assertThat(results.get(1).content()).isEmpty();
    assertThat(results.get(1).failure().orElseThrow().code()).isEqualTo("too_large");
    assertThat(results.get(1).failure().orElseThrow().message())
        .contains("41943040 bytes")
        .contains("the limit is " + (24 << 20));
    assertThat(text(results.get(2))).isEqualTo("small\n");
  }

  @Test
  void permissionBitsAreAsAsked() throws IOException {
    shell("echo old >old; chmod 640 old; ln -s old link");
    byte[] large = FilesContract.random(300_000);

    files().upload(FileUpload.of(at("run"), "x").withMode("0755"));
    files().upload(FileUpload.of(at("large"), large).withMode("600"));
    files().upload(FileUpload.of(at("link"), "new").withMode("0700"));
    files()
        .uploadAll(
            List.of(
                FileUpload.of(at("deep/er/a"), "a").withMode("0400"),
                FileUpload.of(at("deep/er/b"), "b"),
                FileUpload.of(at("deep/er/c"), large).withMode("0111")));

    assertThat(modes(at("run"), at("large"), at("old"))).containsExactly("0755", "0600", "0700");
    assertThat(modes(at("deep/er/a"), at("deep/er/b"), at("deep/er/c")))
        .containsExactly("0400", "0644", "0111");
    // Directories may take over the bit that hands their group down.
    assertThat(modes(at("deep"), at("deep/er"))).allMatch(mode -> mode.endsWith("755"));
    assertThatThrownBy(() -> FileUpload.of(at("x"), "x").withMode("rwx"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("0755");
  }

  private List<String> modes(String... paths) {
    return Arrays.stream(paths).map(files()::stat).map(FileInfo::mode).toList();
  }

  private static String text(FileDownloaded file) {
    return new String(file.content().orElseThrow(), StandardCharsets.UTF_8);
  }

  String at(String name) {
    return root() + "/" + name;
  }

  List<String> names(String directory) {
    return files().list(directory).stream()
        .map(FileInfo::path)
        .map(path -> path.substring(path.lastIndexOf('/') + 1))
        .toList();
  }
}
