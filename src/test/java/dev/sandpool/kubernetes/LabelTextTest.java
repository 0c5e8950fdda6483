package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelTextTest {

  /** As the API server has it. */
  private static final String FIT = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";

  private static final int LONGEST = 63;

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "7", "team-blue", "v1.2_3", "A..B", "a-b"})
  void whatIsFitStays(String text) {
    assertThat(LabelText.of(text)).isEqualTo(text);
  }

  @Test
  void longestThatIsFitStaysAndOneMoreDoesNot() {
    assertThat(LabelText.of("x".repeat(LONGEST))).isEqualTo("x".repeat(LONGEST));
    assertThat(LabelText.of("x".repeat(LONGEST + 1))).startsWith("xxxx").hasSize(LONGEST);
  }

  @ParameterizedTest
  @MethodSource("odd")
  void whatIsNotIsMadeFit(String text) {
    assertThat(LabelText.of(text)).matches(FIT).hasSizeBetween(1, LONGEST).isNotEqualTo(text);
  }

  static Stream<String> odd() {
    return Stream.of(
        " ",
        "-",
        "-a",
        "a-",
        ".a.",
        "blue & green / ü",
        "日本語",
        "😀",
        "\ud800",
        "\u0000",
        "line\nbreak",
        "a\n",
        "\"quoted\"",
        "x".repeat(52) + "-" + "y".repeat(40),
        "é".repeat(1024),
        "z".repeat(1024));
  }

  @Test
  void whatIsFitOfItCanBeRecognised() {
    assertThat(LabelText.of("blue & green / ü")).startsWith("blue-green-");
  }

  @Test
  void noTwoLookAlike() {
    Map<String, String> seen = new HashMap<>();
    Random random = new Random(7);
    String alphabet = "ab-_. /&üé\n\u0000";

    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(5); length > 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String other = seen.putIfAbsent(LabelText.of(text.toString()), text.toString());
      assertThat(other).isIn(null, text.toString());
    }
    assertThat(seen).hasSizeGreaterThan(5_000);
  }
}
