package dev.sandpool.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sandpool.PoolStatus;
import dev.sandpool.PoolStatus.Leak;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoolFiguresTest {

  @Test
  void defaultPoolHasNoPrefixAndTellsNoTroubleWithoutAny() {
    assertThat(PoolFigures.of(pool("default", Optional.empty(), Optional.empty(), List.of())))
        .containsExactly(
            entry("available", 1L),
            entry("active", 2L),
            entry("creating", 3L),
            entry("waiting", 4L),
            entry("target", 5L),
            entry("leaked", 0L));
  }

  @Test
  void poolThatFailsTellsWhyAndWhenItTriesAgain() {
    assertThat(
            PoolFigures.of(
                pool(
                    "python",
                    Optional.of("no such image"),
                    Optional.of(Instant.parse("2026-01-02T03:04:05Z")),
                    List.of(new Leak("sp-1", Duration.ofHours(1), "Shop.buy")))))
        .contains(
            entry("python.available", 1L),
            entry("python.leaked", 1L),
            entry("python.lastError", "no such image"),
            entry("python.nextAttempt", "2026-01-02T03:04:05Z"));
  }

  private static PoolStatus pool(
      String name, Optional<String> error, Optional<Instant> next, List<Leak> leaked) {
    return new PoolStatus(name, 1, 2, 3, 4, 6, 5, 2, 9, 20, 0, 0, 0, error, next, leaked);
  }
}
