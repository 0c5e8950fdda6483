package dev.sandpool.kubernetes.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MaskTest {

  private static final int KEY = 0x37FA213D;
  private static final byte[] KEY_BYTES = {0x37, (byte) 0xFA, 0x21, 0x3D};

  /** The example of RFC 6455, section 5.7. */
  @Test
  void masksAsTheStandardSays() {
    byte[] hello = "Hello".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    Mask.apply(hello, 0, hello.length, KEY, 0);

    assertThat(hello).containsExactly(0x7F, 0x9F, 0x4D, 0x51, 0x58);
  }

  /** Every length that a word may end in, from every place, at every turn of the key. */
  @Test
  void wordsAreMaskedAsBytesAre() {
    for (int from = 0; from < 9; from++) {
      for (int length = 0; length < 40; length++) {
        for (int position = 0; position < 5; position++) {
          byte[] bytes = new byte[60];
          new Random(length).nextBytes(bytes);
          byte[] expected = bytes.clone();
          for (int i = 0; i < length; i++) {
            expected[from + i] ^= KEY_BYTES[(position + i) % 4];
          }

          Mask.apply(bytes, from, from + length, KEY, position);

          assertThat(bytes).isEqualTo(expected);
        }
      }
    }
  }
}
