package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.ExecResult;
import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.backend.exec.CommandEnd;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputCaptureTest {

  private static final CommandEnd END =
      new CommandEnd(OptionalInt.of(0), false, false, Duration.ZERO);

  @Test
  void keepsStreamsApartAndMergesInOrder() {
    OutputCapture capture = new OutputCapture(100);
    out(capture, "a");
    err(capture, "b");
    out(capture, "c");

    ExecResult result = capture.result(END);

    assertThat(result.stdout()).isEqualTo("ac");
    assertThat(result.stderr()).isEqualTo("b");
    assertThat(result.output()).isEqualTo("abc");
    assertThat(result.truncated()).isFalse();
  }

  @Test
  void joinsCharacterSplitBetweenChunksOfOneStream() {
    OutputCapture capture = new OutputCapture(100);
    capture.accept(Stream.STDOUT, new byte[] {(byte) 0xc3});
    capture.accept(Stream.STDERR, new byte[] {(byte) 0xe2, (byte) 0x82});
    capture.accept(Stream.STDOUT, new byte[] {(byte) 0xa9});
    capture.accept(Stream.STDERR, new byte[] {(byte) 0xac});

    assertThat(capture.result(END).output()).isEqualTo("é€");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void neverCutsCharacterAndCountsEveryByte(int limit) {
    byte[] text = "é€😀x".getBytes(StandardCharsets.UTF_8);
    OutputCapture capture = new OutputCapture(limit);
    for (byte one : text) {
      capture.accept(Stream.STDOUT, new byte[] {one});
    }

    ExecResult result = capture.result(END);

    assertThat("é€😀x").startsWith(result.stdout());
    assertThat(result.output()).isEqualTo(result.stdout());
    assertThat(result.stdoutBytes().length + result.droppedBytes()).isEqualTo(text.length);
    assertThat(result.truncated()).isEqualTo(limit < text.length);
  }

  @Test
  void keepsNothingOfStreamAfterItsCut() {
    OutputCapture capture = new OutputCapture(4);
    out(capture, "abcdef");
    out(capture, "g");

    ExecResult result = capture.result(END);

    assertThat(result.stdout()).isEqualTo("abcd");
    assertThat(result.droppedBytes()).isEqualTo(3);
  }

  @Test
  void endsUnfinishedCharacterWithReplacement() {
    OutputCapture capture = new OutputCapture(10);
    capture.accept(Stream.STDOUT, new byte[] {'a', (byte) 0xc3});

    ExecResult result = capture.result(END);

    assertThat(result.stdoutBytes()).containsExactly('a', 0xc3);
    assertThat(result.output()).isEqualTo("a\ufffd");
    assertThat(result.stdout()).isEqualTo("a\ufffd");
  }

  @Test
  void keepsBytesThatAreNoText() {
    OutputCapture capture = new OutputCapture(10);
    capture.accept(Stream.STDOUT, new byte[] {(byte) 0xff, 0, (byte) 0xfe});

    assertThat(capture.result(END).stdoutBytes()).containsExactly(0xff, 0, 0xfe);
  }

  private static void out(OutputCapture capture, String text) {
    capture.accept(Stream.STDOUT, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void err(OutputCapture capture, String text) {
    capture.accept(Stream.STDERR, text.getBytes(StandardCharsets.UTF_8));
  }
}
