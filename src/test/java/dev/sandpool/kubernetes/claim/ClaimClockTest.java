package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.backend.ManagedSandbox;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The controller ends claims by the cluster's clock, so that is what their end is told by. */
@Timeout(60)
class ClaimClockTest {

  private static final Duration LEASE = Duration.ofMinutes(10);

  @TempDir private Path directory;
  private ClaimFixture fixture;

  @BeforeEach
  void open() {
    fixture = new ClaimFixture(directory);
    fixture.server.tellsTime(InstantSource.system());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {-20, -1, 1, 20})
  void leaseIsByTheClustersClockWhateverTheMachinesSays(int minutes) {
    Clock wrong = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutes));
    ClaimBackend backend = fixture.open(ClaimFixture.POOL, LEASE, wrong);

    ManagedSandbox made = backend.create(fixture.spec());

    Instant end =
        Instant.parse(
            fixture
                .controller
                .spec(made.id())
                .getAsJsonObject("lifecycle")
                .get("shutdownTime")
                .getAsString());
    Instant wanted = Instant.now().plus(LEASE);
    assertThat(end).isBetween(wanted.minusSeconds(5), wanted.plusSeconds(5));
    assertThat(Duration.between(backend.clock().instant(), Instant.now()).abs())
        .isLessThan(Duration.ofSeconds(3));
  }
}
