package dev.sandpool.kubernetes.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PulseTest {

  private final List<String> told = new ArrayList<>();
  private final Pulse pulse = new Pulse(() -> told.add("ping"), () -> told.add("dead"));

  @Test
  void silenceAfterAPingIsDeath() {
    pulse.run();
    pulse.run();

    assertThat(told).containsExactly("ping", "dead");
  }

  @Test
  void anySignOfLifeWillDo() {
    pulse.run();
    pulse.sign();
    pulse.run();
    pulse.sign();
    pulse.run();

    assertThat(told).containsExactly("ping", "ping", "ping");
  }

  /** The answer may wait behind what the reader is busy with. */
  @Test
  void busyReaderHearsNothingAndProvesNothing() {
    pulse.run();
    pulse.whileBusy(
        () -> {
          pulse.run();
          pulse.run();
        });
    pulse.run();

    assertThat(told).containsExactly("ping", "ping", "ping", "ping").doesNotContain("dead");
    pulse.run();
    assertThat(told).endsWith("dead");
  }

  @Test
  void failureOfTheWorkDoesNotMakeItBusyForEver() {
    try {
      pulse.whileBusy(
          () -> {
            throw new IllegalStateException("this test fails on purpose");
          });
    } catch (IllegalStateException e) {
      told.add(e.getMessage());
    }
    pulse.run();
    pulse.run();

    assertThat(told).containsExactly("this test fails on purpose", "ping", "dead");
  }
}
