package dev.sandpool.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.FileInfo;
import dev.sandpool.InvalidValueException;
import dev.sandpool.Matches;
import dev.sandpool.SandboxFiles;
import dev.sandpool.TextMatch;
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
abstract class FilesContract extends BatchFilesContract {

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
    fails(Reason.PERMISSION_DENIED, "/new/x", () -> files().write("/new/x", "x"));
    fails(Reason.PERMISSION_DENIED, "/proc/version", () -> files().write("/proc/version", "x"));
    fails(Reason.PERMISSION_DENIED, "/proc/version", () -> files().delete("/proc/version"));
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
    shell(
        "mkdir d; chmod a=rwxt,g-s d; printf 12345 >.f; chmod 640 .f; ln -s /none x; mkfifo -m 600 p");
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
    assertThat(files().list("/")).extracting(FileInfo::path).contains("/proc");
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

  @Test
  void anEditReplacesText() {
    files().write(at("t"), "a.b\na+b\n$1 \\ a.b\n");
    assertThat(files().edit(at("t"), "a+b", "$1\\", false)).isEqualTo(1);
    assertThat(files().edit(at("t"), "a.b", "", true)).isEqualTo(2);
    assertThat(files().read(at("t"))).isEqualTo("\n$1\\\n$1 \\ \n");
  }

  @Test
  void anEditKeepsLineEndsAndMode() {
    files().write(at("t"), "a\r\nb\r\n");
    shell("chmod 700 t");
    assertThat(files().edit(at("t"), "a\nb", "x\ny", false)).isEqualTo(1);
    assertThat(files().read(at("t"))).isEqualTo("x\r\ny\r\n");
    assertThat(files().edit(at("t"), "y", "1\n2", false)).isEqualTo(1);
    assertThat(files().read(at("t"))).isEqualTo("x\r\n1\r\n2\r\n");
    assertThat(files().stat(at("t")).mode()).isEqualTo("0700");
    files().write(at("t"), "a\nb\n");
    assertThat(files().edit(at("t"), "a\r\nb", "x\r\ny", false)).isEqualTo(1);
    assertThat(files().read(at("t"))).isEqualTo("x\ny\n");
    files().write(at("t"), "a\r\nb\nc");
    fails(Reason.TEXT_NOT_FOUND, at("t"), () -> files().edit(at("t"), "a\nb\nc", "x", false));
  }

  @Test
  void anEditThatCannotBeSaysWhy() {
    files().write(at("t"), "one two one");
    fails(Reason.TEXT_NOT_UNIQUE, at("t"), () -> files().edit(at("t"), "one", "x", false))
        .hasMessageContaining("2 times")
        .hasMessageContaining("replace all");
    fails(Reason.TEXT_NOT_FOUND, at("t"), () -> files().edit(at("t"), "three", "x", true));
    fails(Reason.FILE_NOT_FOUND, at("u"), () -> files().edit(at("u"), "three", "x", true));
    assertThatThrownBy(() -> files().edit(at("t"), "", "x", true))
        .isInstanceOf(InvalidValueException.class);
    files().write(at("b"), new byte[] {-1});
    fails(Reason.NOT_TEXT, at("b"), () -> files().edit(at("b"), "one", "x", true));
    assertThat(files().read(at("t"))).isEqualTo("one two one");
  }

  @Test
  void aMoveRenames() {
    shell("echo a >a; echo b >b; mkdir -p d/e; ln -s d l; ln -s none lost");
    files().move(at("a"), at("new/-odd\n"));
    files().move(at("b"), at("new/-odd\n"));
    assertThat(files().read(at("new/-odd\n"))).isEqualTo("b\n");
    files().move(at("l/"), at("k/"));
    files().move(at("lost"), at("found"));
    files().move(at("d/"), at("f"));
    assertThat(names(root())).containsExactly("f", "found", "k", "new");
    assertThat(names(at("f"))).containsExactly("e");
  }

  @Test
  void aMoveThatCannotBeSaysWhy() {
    shell("echo a >a; mkdir d; ln -s d l; mkdir c; echo x >c/x; chmod 555 c");
    fails(Reason.FILE_NOT_FOUND, at("none"), () -> files().move(at("none"), at("x")));
    fails(Reason.IS_DIRECTORY, at("d"), () -> files().move(at("a"), at("d")));
    fails(Reason.IS_DIRECTORY, at("l"), () -> files().move(at("a"), at("l/")));
    fails(Reason.NOT_A_DIRECTORY, at("a/x"), () -> files().move(at("d"), at("a/x")));
    fails(Reason.PERMISSION_DENIED, at("c/x"), () -> files().move(at("c/x"), at("x")));
    fails(Reason.FAILED, at("d"), () -> files().move(at("d"), at("d/e")));
    fails(Reason.FAILED, "/", () -> files().move("/", at("e")));
    assertThat(names(root())).containsExactly("a", "c", "d", "l");
    assertThat(names(at("d"))).isEmpty();
  }

  @Test
  void globFindsFilesByName() {
    shell(
        "mkdir -p src/main/java .github/workflows; touch a.txt .env src/b.txt"
            + " src/main/c.java src/main/java/d.java .github/workflows/ci.yml"
            + " x.txt; ln -s a.txt link.txt; mkdir dir.txt; mkdir -m 0 closed");
    assertThat(globbed("*.txt")).containsExactly("a.txt", "src/b.txt", "x.txt");
    assertThat(globbed("/*.txt")).containsExactly("a.txt", "x.txt");
    assertThat(globbed("*.yml")).containsExactly(".github/workflows/ci.yml");
    assertThat(globbed("**/*.yml")).isEmpty();
    assertThat(globbed(".github/**")).containsExactly(".github/workflows/ci.yml");
    assertThat(globbed("src/**/*.java")).containsExactly("src/main/c.java", "src/main/java/d.java");
    assertThat(globbed(".*")).containsExactly(".env");
    assertThat(files().glob("*.txt", root()).truncated()).isTrue();
    assertThat(files().glob("*.txt", at("src")).truncated()).isFalse();
    assertThat(files().glob("b.txt", at("src")).matches())
        .containsExactly(files().stat(at("src/b.txt")));
    fails(Reason.NOT_A_DIRECTORY, at("a.txt"), () -> files().glob("*", at("a.txt")));
    fails(Reason.FILE_NOT_FOUND, at("none"), () -> files().glob("*", at("none")));
  }

  @Test
  void globStopsAtItsLimit() {
    shell("mkdir d; cd d; i=0; while [ $i -lt 10001 ]; do : >$i; i=$((i+1)); done");
    assertThat(files().glob("*", root()).matches()).hasSize(SandboxFiles.MAX_MATCHES);
    assertThat(files().glob("*", root()).truncated()).isTrue();
    files().delete(at("d/0"));
    assertThat(files().glob("*", root()).matches()).hasSize(SandboxFiles.MAX_MATCHES);
    assertThat(files().glob("*", root()).truncated()).isFalse();
  }

  @Test
  void grepFindsLiteralText() {
    files().write(at("a.txt"), "one\n-e [x]* \\\r\nthree\n -e [x]* \\ twice -e [x]* \\");
    files().write(at(".h/new\nline:3:\uDCFF"), "-e [x]* \\");
    files()
        .write(at("latin"), new byte[] {(byte) 0xE9, '-', 'e', ' ', '[', 'x', ']', '*', ' ', 92});
    files().write(at("binary"), new byte[] {0, '-', 'e', ' ', '[', 'x', ']', '*', ' ', 92});
    files().write(at("b.txt"), "-e xx \\");
    assertThat(files().grep("-e [x]* \\", root()).matches())
        .containsExactly(
            new TextMatch(at(".h/new\nline:3:\uDCFF"), 1, "-e [x]* \\"),
            new TextMatch(at("a.txt"), 2, "-e [x]* \\"),
            new TextMatch(at("a.txt"), 4, " -e [x]* \\ twice -e [x]* \\"),
            new TextMatch(at("latin"), 1, "\uFFFD-e [x]* \\"));
    assertThat(files().grep("-e [x]* \\", at("a.txt")).matches()).hasSize(2);
    assertThat(files().grep("not there", root())).isEqualTo(new Matches<>(List.of(), false));
  }

  @Test
  void grepCountsAndFilters() {
    shell("for i in 1 2 3; do echo x; done >a.txt; echo x >b.c; mkdir d; echo x >d/e.txt");
    assertThat(files().grep("x", root(), "", 5).truncated()).isFalse();
    assertThat(files().grep("x", root(), "", 4).matches()).hasSize(4);
    assertThat(files().grep("x", root(), "", 4).truncated()).isTrue();
    assertThat(files().grep("x", root(), "*.txt", 9).matches()).hasSize(4);
    assertThat(files().grep("x", root(), "d/*", 9).matches()).hasSize(1);
    assertThat(files().grep("x", root(), "*.{c,h}", 9).matches()).hasSize(1);
    shell("chmod 0 b.c");
    assertThat(files().grep("x", root()).matches()).hasSize(4);
    assertThat(files().grep("x", root()).truncated()).isTrue();
    fails(Reason.PERMISSION_DENIED, at("b.c"), () -> files().grep("x", at("b.c")));
    fails(Reason.FILE_NOT_FOUND, at("none"), () -> files().grep("x", at("none")));
    assertThatThrownBy(() -> files().grep("a\nb", root())).hasMessageContaining("text");
    assertThatThrownBy(() -> files().grep("x", root(), "../*", 1)).hasMessageContaining("glob");
    assertThatThrownBy(() -> files().grep("x", root(), "", 0)).hasMessageContaining("maxCount");
  }

  private List<String> globbed(String pattern) {
    return files().glob(pattern, root()).matches().stream()
        .map(file -> file.path().substring(root().length() + 1))
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
