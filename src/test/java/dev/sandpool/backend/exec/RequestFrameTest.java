package dev.sandpool.backend.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestFrameTest {

  @Test
  void bytesThatAreNoTextTravelAsBytes() {
    ShellCommand command =
        new ShellCommand(
            "true",
            "/\uDCFF",
            Map.of("p", "/\uD83D\uDE00\uDC80"),
            Optional.empty(),
            Duration.ofSeconds(1));
    String frame = new String(RequestFrame.encode("m", command, true), StandardCharsets.UTF_8);
    assertThat(frame).isEqualTo("m\n/\\0377\np=/\uD83D\uDE00\\0200\nnone\ntrue\n");
  }
}
