package dev.sandpool.telemetry;

import dev.sandpool.ExecResult;
import java.time.Duration;
import java.util.OptionalInt;

/** How commands end. */
final class Results {

  private Results() {}

  static ExecResult exit(int code) {
    return result(OptionalInt.of(code), false);
  }

  static ExecResult timeout() {
    return result(OptionalInt.empty(), true);
  }

  static ExecResult unknown() {
    return result(OptionalInt.empty(), false);
  }

  private static ExecResult result(OptionalInt code, boolean timedOut) {
    return new ExecResult(
        new byte[0], new byte[0], "", code, timedOut, false, 0, Duration.ofMillis(1));
  }
}
