package dev.sandpool.kubernetes.websocket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import okio.Buffer;
import okio.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {

  private static final int LONGEST = 200_000;
  private static final int LAST = 0x80;

  private final Buffer server = new Buffer();
  private final List<String> heard = new ArrayList<>();
  private final List<ByteString> messages = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 124, 125, 126, 127, 65_534, 65_535, 65_536, 65_537, LONGEST})
  void messageArrivesAsItWas(int length) throws IOException {
    byte[] bytes = random(length);
    frame(LAST | Opcode.BINARY, bytes);
    close(1000, "");

    read();

    assertThat(messages).containsExactly(ByteString.of(bytes));
  }

  /** A server need not use the shortest form. */
  @ParameterizedTest
  @ValueSource(ints = {126, 127})
  void longFormOfAShortLengthIsUnderstood(int form) throws IOException {
    server.writeByte(LAST | Opcode.BINARY).writeByte(form);
    if (form == 126) {
      server.writeShort(3);
    } else {
      server.writeLong(3);
    }
    server.writeUtf8("abc");
    close(1000, "");

    read();

    assertThat(messages).containsExactly(ByteString.encodeUtf8("abc"));
  }

  @Test
  void piecesMakeOneMessageWhateverComesBetween() throws IOException {
    frame(Opcode.BINARY, "ab".getBytes(UTF_8));
    frame(LAST | Opcode.PING, "are you there".getBytes(UTF_8));
    frame(Opcode.CONTINUATION, new byte[0]);
    frame(LAST | Opcode.PONG, new byte[0]);
    frame(LAST | Opcode.CONTINUATION, "cd".getBytes(UTF_8));
    frame(LAST | Opcode.BINARY, "next".getBytes(UTF_8));
    close(1000, "bye");

    read();

    assertThat(heard).containsExactly("ping are you there", "abcd", "next", "close 1000 bye");
  }

  @Test
  void closeInTheMiddleOfAMessageEndsIt() throws IOException {
    frame(Opcode.BINARY, "half".getBytes(UTF_8));
    close(1011, "tired");

    read();

    assertThat(heard).containsExactly("close 1011 tired");
  }

  @Test
  void nothingIsReadBehindAClose() throws IOException {
    close(1000, "");
    frame(LAST | Opcode.BINARY, "late".getBytes(UTF_8));

    read();

    assertThat(messages).isEmpty();
  }

  @Test
  void closeMaySayNothing() throws IOException {
    frame(LAST | Opcode.CLOSE, new byte[0]);

    read();

    assertThat(heard).containsExactly("close 1005 ");
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 1001, 1003, 1007, 1011, 1014, 3000, 4999})
  void closeCodesThatMayBeSent(int code) throws IOException {
    close(code, "why");

    read();

    assertThat(heard).containsExactly("close " + code + " why");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 999, 1004, 1005, 1006, 1015, 5000, 65_535})
  void closeCodesThatMayNot(int code) {
    close(code, "why");

    refused(CloseCode.PROTOCOL_ERROR, "close code " + code);
  }

  @Test
  void halfACloseCodeIsRefused() {
    frame(LAST | Opcode.CLOSE, new byte[1]);

    refused(CloseCode.PROTOCOL_ERROR, "half a close code");
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcode.BINARY, Opcode.CONTINUATION, Opcode.PING, Opcode.CLOSE})
  void maskedFrameIsRefused(int opcode) {
    server.writeByte(LAST | opcode).writeByte(0x80 | 1).writeInt(1).writeByte(1);

    refused(CloseCode.PROTOCOL_ERROR, "masked");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x40, 0x20, 0x10, 0x70})
  void reservedBitsAreRefused(int bits) {
    frame(LAST | bits | Opcode.BINARY, new byte[1]);

    refused(CloseCode.PROTOCOL_ERROR, "reserved bits");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 11, 12, 13, 14, 15})
  void unknownKindsAreRefused(int opcode) {
    frame(LAST | opcode, new byte[1]);

    refused(CloseCode.PROTOCOL_ERROR, "unknown kind " + opcode);
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcode.CLOSE, Opcode.PING, Opcode.PONG})
  void controlFrameInPiecesIsRefused(int opcode) {
    frame(opcode, new byte[2]);

    refused(CloseCode.PROTOCOL_ERROR, "in pieces");
  }

  @ParameterizedTest
  @ValueSource(ints = {126, 65_536})
  void longControlFrameIsRefused(int length) {
    frame(LAST | Opcode.PING, new byte[length]);

    refused(CloseCode.PROTOCOL_ERROR, "control frame of " + length + " bytes");
  }

  @Test
  void longestControlFrameIsNot() throws IOException {
    frame(LAST | Opcode.PING, "x".repeat(125).getBytes(UTF_8));
    close(1000, "");

    read();

    assertThat(heard).first().isEqualTo("ping " + "x".repeat(125));
  }

  @Test
  void continuationOfNothingIsRefused() {
    frame(LAST | Opcode.CONTINUATION, new byte[1]);

    refused(CloseCode.PROTOCOL_ERROR, "had not begun");
  }

  @Test
  void messageWithinAMessageIsRefused() {
    frame(Opcode.BINARY, new byte[1]);
    frame(LAST | Opcode.BINARY, new byte[1]);

    refused(CloseCode.PROTOCOL_ERROR, "within another");
  }

  @Test
  void textIsRefused() {
    frame(LAST | Opcode.TEXT, "text".getBytes(UTF_8));

    refused(CloseCode.UNACCEPTABLE, "text");
  }

  /** By what its header says, before anything of it is read. */
  @ParameterizedTest
  @ValueSource(longs = {LONGEST + 1, Integer.MAX_VALUE + 1L, Long.MAX_VALUE})
  void tooLongAMessageIsRefused(long length) {
    server.writeByte(LAST | Opcode.BINARY).writeByte(127).writeLong(length);

    refused(CloseCode.TOO_BIG, "over " + LONGEST);
  }

  @Test
  void tooLongAMessageIsRefusedInPiecesToo() {
    frame(Opcode.BINARY, new byte[LONGEST]);
    frame(LAST | Opcode.CONTINUATION, new byte[1]);

    refused(CloseCode.TOO_BIG, "over " + LONGEST);
  }

  @Test
  void negativeLengthIsRefused() {
    server.writeByte(LAST | Opcode.BINARY).writeByte(127).writeLong(-1);

    refused(CloseCode.PROTOCOL_ERROR, "negative");
  }

  /** Wherever the connection ends but behind a close frame, it broke. */
  @ParameterizedTest
  @CsvSource({"0", "1", "2", "3", "4", "100", "202"})
  void endWithoutACloseIsNoEnd(int bytes) {
    frame(LAST | Opcode.BINARY, new byte[200]);
    Buffer all = server.clone();
    server.clear();
    server.write(all, Math.min(bytes, all.size()));

    assertThatThrownBy(this::read).isInstanceOf(EOFException.class);
    assertThat(messages).isEmpty();
  }

  private void refused(int code, String words) {
    assertThatThrownBy(this::read)
        .isInstanceOfSatisfying(FrameException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(words);
    assertThat(messages).isEmpty();
  }

  private void frame(int first, byte[] payload) {
    server.writeByte(first);
    if (payload.length <= 125) {
      server.writeByte(payload.length);
    } else if (payload.length <= 65_535) {
      server.writeByte(126).writeShort(payload.length);
    } else {
      server.writeByte(127).writeLong(payload.length);
    }
    server.write(payload);
  }

  private void close(int code, String reason) {
    frame(LAST | Opcode.CLOSE, new Buffer().writeShort(code).writeUtf8(reason).readByteArray());
  }

  private void read() throws IOException {
    new FrameReader(
            server,
            LONGEST,
            new FrameReader.Listener() {
              @Override
              public void onBytes() {}

              @Override
              public void onMessage(Buffer whole) {
                messages.add(whole.snapshot());
                heard.add(whole.readUtf8());
              }

              @Override
              public void onPing(byte[] payload) {
                heard.add("ping " + new String(payload, UTF_8));
              }

              @Override
              public void onClose(int code, String reason) {
                heard.add("close " + code + " " + reason);
              }
            })
        .run();
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
