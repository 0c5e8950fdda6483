package dev.sandpool.backend.exec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The marker is found wherever the transport cuts the bytes, and nothing else is taken for it. */
class MarkerScannerTest {

  private static final String MARKER = "\u001e0123abcd";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "output",
        "output\n",
        "\u001e",
        "\u001e\u001e\u001e0123",
        "\u001e0123abc",
        "\u001e0123abcd",
        "\u001e0123abcdX 0\n",
        "é\u0000\u00ff"
      })
  void everySplitGivesTheSame(String output) {
    byte[] bytes = (output + MARKER + " 137\nlater").getBytes(ISO_8859_1);
    for (int first = 0; first <= bytes.length; first++) {
      for (int second = first; second <= bytes.length; second++) {
        MarkerScanner scanner = new MarkerScanner(MARKER);
        String found = feed(scanner, bytes, 0, first, second, bytes.length);
        assertThat(found).isEqualTo(output);
        assertThat(scanner.status()).hasValue("137");
        assertThat(scanner.rest()).isEmpty();
      }
    }
  }

  @Test
  void singleBytesGiveTheSame() {
    byte[] bytes = ("a\u001e01" + MARKER + " cd\n").getBytes(ISO_8859_1);
    MarkerScanner scanner = new MarkerScanner(MARKER);
    int[] cuts = new int[bytes.length + 1];
    Arrays.setAll(cuts, i -> i);

    assertThat(feed(scanner, bytes, cuts)).isEqualTo("a\u001e01");
    assertThat(scanner.status()).hasValue("cd");
  }

  @Test
  void statusIsNotKnownBeforeItsLineEnds() {
    MarkerScanner scanner = new MarkerScanner(MARKER);
    scanner.feed((MARKER + " 1").getBytes(ISO_8859_1));
    assertThat(scanner.status()).isEmpty();

    scanner.feed("2\n".getBytes(ISO_8859_1));
    assertThat(scanner.status()).hasValue("12");
  }

  @Test
  void whatLooksLikeABeginningComesOutAtTheEnd() {
    MarkerScanner scanner = new MarkerScanner(MARKER);

    assertThat(scanner.feed("a\u001e01".getBytes(ISO_8859_1))).isEqualTo(new byte[] {'a'});
    assertThat(scanner.rest()).isEqualTo("\u001e01".getBytes(ISO_8859_1));
    assertThat(scanner.rest()).isEmpty();
    assertThat(scanner.status()).isEmpty();
  }

  private static String feed(MarkerScanner scanner, byte[] bytes, int... cuts) {
    ByteArrayOutputStream found = new ByteArrayOutputStream();
    for (int i = 1; i < cuts.length; i++) {
      found.writeBytes(scanner.feed(Arrays.copyOfRange(bytes, cuts[i - 1], cuts[i])));
    }
    return found.toString(ISO_8859_1);
  }
}
