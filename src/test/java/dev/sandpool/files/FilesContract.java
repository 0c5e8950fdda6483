package dev.sandpool.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.FileInfo;
import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxFiles;
import dev.sandpool.TextPage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the files of every sandbox do, whatever the back end. */
abstract class FilesContract {

  /** The files of a sandbox. */
  abstract SandboxFiles files();

  /** An empty directory that the sandbox's user owns, without a slash at its end. */
  abstract String root();

  /** Runs a script in {@link #root} as the sandbox's user, to prepare what files() cannot. */
  abstract void shell(String script);

  static final List<String> ODD_NAMES =
      List.of(
          "a b",
          " ",
          "-rf",
          "--help",
          "'; touch pwned; #",
          "$(touch pwned)",
          "`touch pwned`",
          "$HOME",
          "~",
          "*",
          "?[a]{b,c}",
          "\"quoted\"",
          "back\\slash\\n",
          "\\0101",
          "100%25.txt",
          "%s%n",
          "a:12:b",
          "new\nline",
          "ends with newline\n",
          "\n",
          "\ttab",
          "carriage\rreturn",
          "bell\u0007",
          "\u001e",
          "\u007f",
          "ünïcödé",
          "日本語",
          "\uD83D\uDE00",
          "e\u0301",
          "…",
          ".hidden",
          "...",
          "a=b",
          "Permission denied",
          "x".repeat(255),
          IntStream.rangeClosed(0x80, 0xBF)
              .mapToObj(Character::toString)
              .collect(Collectors.joining()),
          "not UTF-8 \uDCFF\uDC80",
          "\uDCC3");

  static List<String> oddNames() {
    return ODD_NAMES;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4095, 4096, 4097, 16385, 96 * 1024, 128 * 1024, 1 << 20, 20 << 20})
  void bytesComeBackAsTheyWere(int size) throws IOException {
    byte[] content = random(size);
    files().write(at("written"), content);
    assertThat(files().readBytes(at("written"))).isEqualTo(content);
    assertThat(files().upload(at("uploaded"), new ByteArrayInputStream(content))).isEqualTo(size);
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    assertThat(files().download(at("uploaded"), target)).isEqualTo(size);
    assertThat(target.toByteArray()).isEqualTo(content);
    assertThat(names(root())).containsExactly("uploaded", "written");
  }

  @Test
  void everyByteIsKept() {
    byte[] content = new byte[256 * 3];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) i;
    }
    files().write(at("all"), content);
    assertThat(files().readBytes(at("all"))).isEqualTo(content);
  }

  @ParameterizedTest
  @MethodSource("oddNames")
  void namesAreLiteral(String name) {
    String path = at(name);
    files().write(path, "in " + name.length());
    assertThat(files().read(path)).isEqualTo("in " + name.length());
    assertThat(files().read(path, 0, 1).content()).isEqualTo("in " + name.length());
    assertThat(files().stat(path).path()).isEqualTo(path);
    assertThat(files().list(root())).extracting(FileInfo::path).containsExactly(path);
    assertThat(files().delete(path)).isTrue();
    files().write(path + "/" + name, "below");
    assertThat(names(path)).containsExactly(name);
    assertThat(files().delete(path + "/")).isTrue();
    assertThat(files().list(root())).isEmpty();
  }

  @Test
  void allOddNamesAreListedTogether() {
    ODD_NAMES.forEach(name -> files().write(at(name), name.getBytes(StandardCharsets.UTF_8)));
    assertThat(names(root())).containsExactlyElementsOf(ODD_NAMES.stream().sorted().toList());
  }

  @Test
  void parentsAreMade() {
    files().write(at("a/b/c/d.txt"), "deep");
    assertThat(files().read(at("a/b/c/d.txt"))).isEqualTo("deep");
    assertThat(files().stat(at("a/b")).type()).isEqualTo(FileInfo.Type.DIRECTORY);
  }

  @Test
  void aTextIsUtf8() {
    files().write(at("t"), "grüße, 世界 \uD83D\uDE00\r\n");
    assertThat(files().read(at("t"))).isEqualTo("grüße, 世界 \uD83D\uDE00\r\n");
    files().write(at("t"), new byte[] {'a', (byte) 0xC3});
    fails(Reason.NOT_TEXT, at("t"), () -> files().read(at("t")));
    fails(Reason.NOT_TEXT, at("t"), () -> files().read(at("t"), 0, 1));
  }

  @Test
  void aWriteReplacesAndKeepsTheMode() {
    shell("echo old >run; chmod 751 run; echo old >secret; chmod 600 secret");
    files().write(at("run"), "new");
    files().write(at("secret"), "new");
    assertThat(files().read(at("run"))).isEqualTo("new");
    assertThat(files().stat(at("run")).mode()).isEqualTo("0751");
    assertThat(files().stat(at("secret")).mode()).isEqualTo("0600");
    files().write(at("fresh"), "new");
    assertThat(files().stat(at("fresh")).mode()).isEqualTo("0644");
  }

  @Test
  void aWriteThroughALinkReplacesWhatItPointsAt() {
    shell("mkdir d; echo old >d/f; ln -s d/f link; ln -s link chain; ln -s d/new dangling");
    files().write(at("chain"), "new");
    files().write(at("dangling"), "made");
    assertThat(files().read(at("d/f"))).isEqualTo("new");
    assertThat(files().read(at("d/new"))).isEqualTo("made");
    assertThat(files().stat(at("chain")).type()).isEqualTo(FileInfo.Type.LINK);
    assertThat(files().stat(at("link")).type()).isEqualTo(FileInfo.Type.LINK);
    assertThat(names(at("d"))).containsExactly("f", "new");
  }

  @Test
  void aWriteThroughALinkWithAnOddTargetIsLiteral() {
    shell("mkdir 'd\n'; ln -s 'd\n/new\n' link");
    files().write(at("link"), "made");
    assertThat(names(at("d\n"))).containsExactly("new\n");
  }

  @Test
  void aWriteThatCannotBeSaysWhy() {
    shell(
        "mkdir d; echo f >f; ln -s nowhere/x lost; ln -s loop loop; mkfifo pipe; ln -s d dir;"
            + " mkdir closed; chmod 555 closed; echo x >ro; chmod 444 ro");
    List<FileInfo> before = files().list(root());
    for (String path : List.of("d", "d/", "new/", "d/.", "d/..", "dir", "dir/")) {
      fails(Reason.IS_DIRECTORY, at(path), () -> files().write(at(path), "x"));
    }
    for (String path : List.of("f/x", "f/", "f/x/y", "lost/x")) {
      fails(Reason.NOT_A_DIRECTORY, at(path), () -> files().write(at(path), "x"));
    }
    for (String path : List.of("closed/x", "closed/y/z", "ro")) {
      fails(Reason.PERMISSION_DENIED, at(path), () -> files().write(at(path), "x"));
      fails(
          Reason.PERMISSION_DENIED,
          at(path),
          () -> files().upload(at(path), TestStreams.endless()));
    }
    fails(Reason.FILE_NOT_FOUND, at("lost"), () -> files().write(at("lost"), "x"));
    fails(Reason.FAILED, at("loop"), () -> files().write(at("loop"), "x"))
        .hasMessageContaining("symbolic links");
    fails(Reason.FAILED, at("pipe"), () -> files().write(at("pipe"), "x"))
        .hasMessageContaining("pipe");
    assertThat(files().list(root())).isEqualTo(before);
    assertThat(files().list(at("d"))).isEmpty();
  }

  @Test
  void aPlaceOfTheSystemIsRefused() {
    fails(Reason.PERMISSION_DENIED, "/etc/new", () -> files().write("/etc/new", "x"));
    fails(Reason.PERMISSION_DENIED, "/etc/passwd", () -> files().write("/etc/passwd", "x"));
    fails(Reason.PERMISSION_DENIED, "/etc/passwd", () -> files().delete("/etc/passwd"));
    fails(Reason.FAILED, "/", () -> files().delete("/"));
    fails(Reason.FAILED, "//", () -> files().delete("//"));
    fails(Reason.FAILED, at("x/.."), () -> files().delete(at("x/..")));
  }

  @Test
  void aSourceThatFailsChangesNothing() {
    files().write(at("f"), "old");
    InputStream source = TestStreams.failingAfter(random(900_000));
    assertThatThrownBy(() -> files().upload(at("f"), source))
        .isInstanceOf(IOException.class)
        .hasMessage("bad source");
    assertThatThrownBy(() -> files().upload(at("new"), TestStreams.failingAfter(new byte[9])))
        .hasMessage("bad source");
    assertThat(files().read(at("f"))).isEqualTo("old");
    assertThat(names(root())).containsExactly("f");
  }

  @Test
  void theSourceIsNotClosed() throws IOException {
    InputStream source =
        new ByteArrayInputStream(random(900_000)) {
          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };
    assertThat(files().upload(at("f"), source)).isEqualTo(900_000);
  }

  @Test
  void aTargetThatFailsIsHeardOf() {
    files().write(at("f"), random(5_000_000));
    OutputStream target = TestStreams.failingAfter(100_000);
    assertThatThrownBy(() -> files().download(at("f"), target))
        .isInstanceOf(IOException.class)
        .hasMessage("bad target");
    assertThat(files().stat(at("f")).size()).isEqualTo(5_000_000);
  }

  @Test
  void aReadThatCannotBeSaysWhy() {
    shell(
        "mkdir d; echo f >f; ln -s nowhere lost; echo s >secret; chmod 0 secret; mkfifo pipe;"
            + " mkdir closed; echo x >closed/x; chmod 0 closed");
    for (String path : List.of("none", "none/x", "lost", "d/none")) {
      failsToRead(Reason.FILE_NOT_FOUND, path);
    }
    failsToRead(Reason.IS_DIRECTORY, "d");
    failsToRead(Reason.IS_DIRECTORY, "d/");
    failsToRead(Reason.NOT_A_DIRECTORY, "f/x");
    failsToRead(Reason.NOT_A_DIRECTORY, "f/");
    failsToRead(Reason.PERMISSION_DENIED, "secret");
    failsToRead(Reason.PERMISSION_DENIED, "closed/x");
    failsToRead(Reason.FAILED, "pipe");
  }

  @Test
  void readingIntoMemoryHasALimit() {
    shell("head -c 67108865 /dev/zero >big; head -c 67108864 /dev/zero >fits");
    fails(Reason.TOO_LARGE, at("big"), () -> files().readBytes(at("big")));
    fails(Reason.TOO_LARGE, at("big"), () -> files().read(at("big"), 0, 1));
    assertThat(files().readBytes(at("fits"))).hasSize(SandboxFiles.MAX_READ_BYTES);
  }

  @Test
  void pagesFollowEachOther() {
    files().write(at("t"), "one\r\ntwo\n\nfour");
    assertThat(files().read(at("t"), 0, 2)).isEqualTo(page("one\r\ntwo\n", 4, 2));
    assertThat(files().read(at("t"), 2, 1)).isEqualTo(page("\n", 4, 3));
    assertThat(files().read(at("t"), 3, 1)).isEqualTo(page("four", 4, -1));
    assertThat(files().read(at("t"), 0, 4)).isEqualTo(page("one\r\ntwo\n\nfour", 4, -1));
    assertThat(files().read(at("t"), 1, Integer.MAX_VALUE)).isEqualTo(page("two\n\nfour", 4, -1));
  }

  @Test
  void anEmptyTextHasNoLines() {
    files().write(at("t"), "");
    assertThat(files().read(at("t"), 0, 10)).isEqualTo(page("", 0, -1));
    assertThat(files().read(at("t"))).isEmpty();
  }

  @Test
  void aPageThatCannotBeIsRefused() {
    files().write(at("t"), "1\n2\n3\n");
    for (long offset : new long[] {3, 4, 1L << 40, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> files().read(at("t"), offset, 1))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining("'" + offset + "'")
          .hasMessageContaining("3 lines");
    }
    assertThatThrownBy(() -> files().read(at("t"), -1, 1)).hasMessageContaining("offset: '-1'");
    assertThatThrownBy(() -> files().read(at("t"), 0, 0)).hasMessageContaining("limit: '0'");
  }

  @Test
  void aListHasAllKinds() {
    shell("mkdir -m 1777 d; printf 12345 >.f; chmod 640 .f; ln -s /none x; mkfifo -m 600 p");
    shell("touch -d @1700000000 .f");
    assertThat(files().list(root()))
        .extracting(entry -> entry.path().substring(root().length()), FileInfo::type)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("/.f", FileInfo.Type.FILE),
            org.assertj.core.groups.Tuple.tuple("/d", FileInfo.Type.DIRECTORY),
            org.assertj.core.groups.Tuple.tuple("/p", FileInfo.Type.OTHER),
            org.assertj.core.groups.Tuple.tuple("/x", FileInfo.Type.LINK));
    assertThat(files().list(root()).get(0))
        .isEqualTo(
            new FileInfo(
                at(".f"), FileInfo.Type.FILE, 5, Instant.ofEpochSecond(1_700_000_000), "0640"));
    assertThat(files().list(root()).get(1).mode()).isEqualTo("1777");
    assertThat(files().list(root()).get(3).size()).isEqualTo(5);
    assertThat(files().stat(at("x"))).isEqualTo(files().list(root()).get(3));
  }

  @Test
  void aDirectoryIsFoundAsTheKernelFindsIt() {
    shell("mkdir -p d/e; echo f >d/e/f; ln -s d/e l");
    assertThat(files().list(at("d/e/"))).isEqualTo(files().list(at("d/e")));
    assertThat(files().list("/" + at("d//e"))).isEqualTo(files().list(at("d/e")));
    assertThat(names(at("l/.."))).containsExactly("e");
    assertThat(names(at("l"))).containsExactly("f");
    assertThat(files().list(at("l"))).extracting(FileInfo::path).containsExactly(at("l/f"));
    assertThat(files().list("/")).extracting(FileInfo::path).contains("/tmp", "/etc");
    assertThat(files().stat("/").path()).isEqualTo("/");
    assertThat(files().stat("/").type()).isEqualTo(FileInfo.Type.DIRECTORY);
    assertThat(files().stat(at("l/")).type()).isEqualTo(FileInfo.Type.DIRECTORY);
  }

  @Test
  void aListThatCannotBeSaysWhy() {
    shell("echo f >f; ln -s none lost; mkdir a b; touch a/x b/x; chmod 0 a; chmod 444 b");
    fails(Reason.NOT_A_DIRECTORY, at("f"), () -> files().list(at("f")));
    fails(Reason.FILE_NOT_FOUND, at("none"), () -> files().list(at("none")));
    fails(Reason.FILE_NOT_FOUND, at("lost"), () -> files().list(at("lost")));
    fails(Reason.PERMISSION_DENIED, at("a"), () -> files().list(at("a")));
    fails(Reason.PERMISSION_DENIED, at("b"), () -> files().list(at("b")));
    fails(Reason.PERMISSION_DENIED, at("a/x"), () -> files().stat(at("a/x")));
    fails(Reason.FILE_NOT_FOUND, at("none"), () -> files().stat(at("none")));
  }

  @Test
  void tenThousandEntriesAreListed() {
    shell("mkdir d; cd d; i=0; while [ $i -lt 10000 ]; do : >\"entry $i\"; i=$((i+1)); done");
    assertThat(files().list(at("d"))).hasSize(10_000);
    assertThat(files().delete(at("d"))).isTrue();
  }

  @Test
  void deletingDoesNotFollowLinks() {
    shell("mkdir -p d/e k; touch d/e/f k/kept; ln -s ../k d/l; ln -s k l; ln -s none lost");
    assertThat(files().delete(at("d"))).isTrue();
    assertThat(files().delete(at("l/"))).isTrue();
    assertThat(files().delete(at("lost"))).isTrue();
    assertThat(files().delete(at("lost"))).isFalse();
    assertThat(files().delete(at("k/kept/x"))).isFalse();
    assertThat(names(root())).containsExactly("k");
    assertThat(names(at("k"))).containsExactly("kept");
  }

  @Test
  void aDeletionThatCannotBeSaysWhy() {
    shell("mkdir d; touch d/f; chmod 555 d; mkdir c; touch c/f; chmod 0 c");
    fails(Reason.PERMISSION_DENIED, at("d"), () -> files().delete(at("d")));
    fails(Reason.PERMISSION_DENIED, at("d/f"), () -> files().delete(at("d/f")));
    fails(Reason.PERMISSION_DENIED, at("c/f"), () -> files().delete(at("c/f")));
    assertThat(names(root())).containsExactly("c", "d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "../etc/x", "a\0b", "/a\0b", "/half \uD800"})
  void aPathThatCanNeverBeIsRefused(String path) {
    assertThatThrownBy(() -> files().write(path, "x")).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> files().readBytes(path)).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> files().list(path)).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> files().delete(path)).isInstanceOf(InvalidValueException.class);
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

  static org.assertj.core.api.AbstractThrowableAssert<?, ?> fails(
      Reason reason, String path, ThrowingCallable call) {
    FileAccessException e = catchThrowableOfType(FileAccessException.class, call);
    assertThat(e).as(path).isNotNull().hasMessageContaining(path);
    assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason);
    return assertThat(e);
  }

  static byte[] random(int size) {
    byte[] content = new byte[size];
    new Random(size).nextBytes(content);
    return content;
  }

  private void failsToRead(Reason reason, String name) {
    OutputStream untouched = TestStreams.failingAfter(0);
    fails(reason, at(name), () -> files().readBytes(at(name)));
    fails(reason, at(name), () -> files().read(at(name), 0, 1));
    fails(reason, at(name), () -> files().download(at(name), untouched));
  }

  private static TextPage page(String content, long total, long next) {
    return new TextPage(
        content,
        total,
        next < 0 ? java.util.OptionalLong.empty() : java.util.OptionalLong.of(next));
  }
}
