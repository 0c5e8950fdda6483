package dev.sandpool.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import dev.sandpool.session.TenureRules.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TenureRulesTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);

  private final TenureRules free =
      new TenureRules(
          new Limit("ttl", Optional.of(DAY), Optional.empty()),
          new Limit("idleTtl", Optional.of(HOUR), Optional.empty()));
  private final TenureRules capped =
      new TenureRules(
          new Limit("ttl", Optional.of(HOUR), Optional.of(DAY)),
          new Limit("idleTtl", Optional.of(HOUR), Optional.of(HOUR)));

  @Test
  void nothingIsTheDefaultAndZeroIsNoEnd() {
    CreateRequest request = CreateRequest.of("default").detach();

    assertThat(free.terms(request, NOW).tenure())
        .isEqualTo(new Tenure(NOW, Optional.of(DAY), Optional.of(HOUR), NOW));
    assertThat(free.terms(request.withTtl(Duration.ZERO).withIdleTtl(Duration.ZERO), NOW).tenure())
        .isEqualTo(Tenure.endless(NOW));
    assertThat(free.terms(request.withTtl(DAY.multipliedBy(9)), NOW).tenure().ttl())
        .hasValue(DAY.multipliedBy(9));
  }

  @Test
  void whatEndsWithItsProcessHasNoOtherEndUnlessItAsksForOne() {
    Terms bound = free.terms(CreateRequest.of("default"), NOW);

    assertThat(bound.bound()).isTrue();
    assertThat(bound.tenure().end()).isEmpty();
    assertThat(free.terms(CreateRequest.of("default").withTtl(HOUR), NOW).tenure().end())
        .hasValue(NOW.plus(HOUR));
  }

  @Test
  void noRequestGetsMoreThanTheMost() {
    CreateRequest request = CreateRequest.of("default").detach();

    assertThat(capped.terms(request.withTtl(DAY), NOW).tenure().ttl()).hasValue(DAY);
    assertThatThrownBy(() -> capped.terms(request.withTtl(DAY.plusMillis(1)), NOW))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("ttl")
        .hasMessageContaining("at most PT24H");
    assertThatThrownBy(() -> capped.terms(request.withIdleTtl(Duration.ZERO), NOW))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("idleTtl");
  }

  @Test
  void renewalBeginsAgainWithTheLengthItHadOrAnother() {
    Tenure before = new Tenure(NOW, Optional.of(HOUR), Optional.empty(), NOW);
    Instant later = NOW.plus(Duration.ofMinutes(50));

    assertThat(capped.renewed(before, Optional.empty(), later).end()).hasValue(later.plus(HOUR));
    assertThat(capped.renewed(before, Optional.of(DAY), later).end()).hasValue(later.plus(DAY));
    assertThatThrownBy(() -> capped.renewed(before, Optional.of(Duration.ZERO), later))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void defaultsAreWithinTheMost() {
    assertThatThrownBy(() -> new Limit("idleTtl", Optional.of(DAY), Optional.of(HOUR)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.session.default-idle-ttl");
    assertThatThrownBy(() -> new Limit("ttl", Optional.empty(), Optional.of(HOUR)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.session.default-ttl");
  }
}
