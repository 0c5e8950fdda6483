package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.backend.exec.ChannelEnd;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ExecStatusTest {

  @Test
  void successIsExitCodeZero() {
    assertThat(read("{\"metadata\":{},\"status\":\"Success\"}")).isEqualTo(ChannelEnd.exited(0));
  }

  @Test
  void readsExitCodeFromCauses() {
    String json =
        """
        {"status":"Failure","reason":"NonZeroExitCode","message":"command terminated",
         "details":{"causes":[{"reason":"Other","message":"x"},{"reason":"ExitCode","message":"137"}]}}
        """;

    assertThat(read(json)).isEqualTo(ChannelEnd.exited(137));
  }

  @Test
  void failureWithoutExitCodeIsNotTheCommands() {
    ChannelEnd end = read("{\"status\":\"Failure\",\"message\":\"container not found\"}");

    assertThat(end.exitCode()).isEmpty();
    assertThat(end.error())
        .get()
        .extracting(Throwable::getMessage)
        .isEqualTo("container not found");
  }

  @Test
  void unreadableStatusIsNeverSuccess() {
    assertThat(read("{nonsense").error()).isPresent();
    assertThat(
            read("""
                    {"status":"Failure","details":{"causes":[{"reason":"ExitCode","message":"many"}]}}
                    """)
                .error())
        .isPresent();
  }

  private static ChannelEnd read(String json) {
    return ExecStatus.read(json.getBytes(StandardCharsets.UTF_8));
  }
}
