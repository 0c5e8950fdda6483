package dev.sandpool.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExcerptsTest {

  private final Excerpts excerpts = new Excerpts(10);

  @Test
  void keepsWhatFits() {
    assertThat(excerpts.middle("0123456789")).isEqualTo("0123456789");
    assertThat(excerpts.middle("")).isEmpty();
  }

  @Test
  void leavesOutTheMiddleAndSaysHowMuch() {
    assertThat(excerpts.middle("0123456789ab"))
        .isEqualTo("01234\n[… 2 characters left out …]\n789ab");
  }

  @Test
  void doesSoWithoutKeepingAllOfIt() {
    OutputExcerpt output = excerpts.output();
    for (int i = 0; i < 1000; i++) {
      output.add(Integer.toString(i % 10));
    }
    output.add("the end");

    assertThat(output.text())
        .isEqualTo("01234\n[… 997 characters left out …]\nthe end".replace("the end", "e end"));
    assertThat(output.omitted()).isEqualTo(997);
  }

  @Test
  void cutsNoCharacterInHalf() {
    String faces = "😀".repeat(20);

    assertThat(excerpts.middle(faces)).doesNotContain("?").satisfies(ExcerptsTest::isWhole);
    assertThat(new Excerpts(11).middle(faces)).satisfies(ExcerptsTest::isWhole);
    assertThat(new Excerpts(9).middle("a" + faces)).satisfies(ExcerptsTest::isWhole);
  }

  private static void isWhole(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(text);
  }

  @Test
  void givesWholeLinesThatFit() {
    assertThat(excerpts.lines("a\nb\n")).isEqualTo(new Excerpts.Lines("a\nb\n", 2));
    assertThat(excerpts.lines("a\nb")).isEqualTo(new Excerpts.Lines("a\nb", 2));
    assertThat(excerpts.lines("")).isEqualTo(new Excerpts.Lines("", 0));
    assertThat(excerpts.lines("1234\n6789\nabc\n"))
        .isEqualTo(new Excerpts.Lines("1234\n6789\n", 2));
    assertThat(excerpts.lines("1234\n6789a\nbc\n")).isEqualTo(new Excerpts.Lines("1234\n", 1));
  }

  @Test
  void givesAnExcerptOfALineThatIsTooLong() {
    Excerpts.Lines lines = excerpts.lines("0123456789abcdef\nnext\n");

    assertThat(lines.lines()).isEqualTo(1);
    assertThat(lines.text()).isEqualTo("01234\n[… 7 characters left out …]\ncdef\n");
  }

  @Test
  void givesElementsThatFit() {
    assertThat(excerpts.first(List.of("abc", "def", "ghi"), String::length))
        .containsExactly("abc", "def");
  }

  @Test
  void cutsUtf8BetweenCharacters() {
    byte[] text = "aé€😀".getBytes(StandardCharsets.UTF_8);
    int[] whole = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
    for (int length = 1; length <= text.length; length++) {
      assertThat(Utf8.whole(java.util.Arrays.copyOf(text, length)))
          .as("%d bytes", length)
          .isEqualTo(whole[length]);
    }
    assertThat(Utf8.whole(new byte[0])).isZero();
    // Nothing would ever come of it, and the model would ask for ever.
    assertThat(Utf8.whole(new byte[] {(byte) 0xE2, (byte) 0x82})).isEqualTo(2);
    assertThat(Utf8.whole(new byte[] {(byte) 0x80, (byte) 0x80})).isEqualTo(2);
  }
}
