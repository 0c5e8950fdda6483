package dev.sandpool.kubernetes.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameWriterTest {

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final FrameWriter writer = new FrameWriter(sent, new SecureRandom());

  /**
   * The payload is one byte longer: around each length of a length, and of what is sent at once.
   */
  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 1, 2, 123, 124, 125, 126, 127, 65_520, 65_521, 65_522, 65_533, 65_534, 65_535, 65_536,
        131_071, 131_072, 1_000_003
      })
  void messageArrivesAsItWas(int length) throws IOException {
    byte[] bytes = new byte[length + 10];
    new Random(length).nextBytes(bytes);

    writer.message(7, bytes, 3, length);

    Sent frame = new Sent();
    assertThat(frame.first).isEqualTo(0x82);
    assertThat(frame.payload[0]).isEqualTo((byte) 7);
    assertThat(frame.payload.length).isEqualTo(length + 1);
    assertThat(Arrays.copyOfRange(frame.payload, 1, length + 1))
        .isEqualTo(Arrays.copyOfRange(bytes, 3, length + 3));
    assertThat(frame.rest).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 124, 125, 65_534, 65_535})
  void lengthTakesNoMoreBytesThanItNeeds(int length) throws IOException {
    writer.message(0, new byte[length], 0, length);

    int header = length + 1 <= 125 ? 2 : length + 1 <= 65_535 ? 4 : 10;
    assertThat(sent.size()).isEqualTo(header + 4 + 1 + length);
  }

  @Test
  void whatWasSentBeforeDoesNotShow() throws IOException {
    writer.message(1, new byte[70_000], 0, 70_000);
    sent.reset();

    writer.message(2, new byte[] {5}, 0, 1);

    assertThat(new Sent().payload).containsExactly(2, 5);
  }

  @Test
  void noKeyIsUsedAgain() throws IOException {
    Set<Integer> keys = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      sent.reset();
      writer.message(0, new byte[3], 0, 3);
      keys.add(new Sent().key);
    }

    assertThat(keys).hasSizeGreaterThan(95);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 124, 125})
  void controlFrameArrives(int length) throws IOException {
    byte[] payload = new byte[length];
    new Random(length).nextBytes(payload);

    writer.control(Opcode.PONG, payload);

    Sent frame = new Sent();
    assertThat(frame.first).isEqualTo(0x8A);
    assertThat(frame.payload).isEqualTo(payload);
  }

  @Test
  void controlFrameHasItsLimit() {
    assertThatThrownBy(() -> writer.control(Opcode.PING, new byte[126]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("126");
    assertThat(sent.size()).isZero();
  }

  /** Reads back what was sent, byte by byte. */
  private final class Sent {
    final int first;
    final int key;
    final byte[] payload;
    final int rest;

    Sent() throws IOException {
      DataInputStream input = new DataInputStream(new ByteArrayInputStream(sent.toByteArray()));
      first = input.readUnsignedByte();
      int second = input.readUnsignedByte();
      assertThat(second & 0x80).isEqualTo(0x80);
      long length = second & 0x7F;
      if (length == 126) {
        length = input.readUnsignedShort();
      } else if (length == 127) {
        length = input.readLong();
      }
      key = input.readInt();
      payload = input.readNBytes((int) length);
      assertThat(payload).hasSize((int) length);
      for (int i = 0; i < payload.length; i++) {
        payload[i] ^= (byte) (key >> (24 - i % 4 * 8));
      }
      rest = input.available();
    }
  }
}
