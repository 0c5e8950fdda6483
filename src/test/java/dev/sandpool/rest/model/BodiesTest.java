package dev.sandpool.rest.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CleanupResult.Verdict;
import dev.sandpool.CreateRequest;
import dev.sandpool.ExecRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.rest.model.CleanedBody.VerdictBody;
import dev.sandpool.rest.problem.Problem;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodiesTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        AcquiredBody.class,
        CleanedBody.class,
        CleanedBody.VerdictBody.class,
        DownloadedFiles.Item.class,
        ExecResultBody.class,
        FileBody.class,
        FileMatches.class,
        PoolBody.class,
        PoolBody.LeakBody.class,
        Problem.class,
        SandboxBody.class,
        SandboxPage.class,
        StatsBody.class,
        TextBody.class,
        TextMatches.class,
        TextMatches.Line.class,
        UploadedFiles.Item.class
      })
  void answersKeepTheOrderOfTheirRecords(Class<?> type) {
    assertThat(type.getAnnotation(JsonbPropertyOrder.class).value())
        .containsExactly(
            Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toArray(String[]::new));
  }

  @Test
  void commandsKeepEveryPart() {
    ExecRequest request =
        new ExecBody("ls", new BigDecimal("0.5"), "/tmp", Map.of("A", "b"), "in", 10L).toRequest();

    assertThat(request.timeout()).contains(Duration.ofMillis(500));
    assertThat(request.workingDirectory()).contains("/tmp");
    assertThat(request.environment()).containsEntry("A", "b");
    assertThat(request.stdin()).hasValueSatisfying(in -> assertThat(in).asString().isEqualTo("in"));
    assertThat(request.maxOutputBytes()).hasValue(10);
  }

  @Test
  void commandsTakeAnyPositiveTimeout() {
    assertThat(timeout("1e-12").timeout()).contains(Duration.ofNanos(1));
    assertThat(timeout("1e99").timeout()).contains(Duration.ofDays(3650));
    assertThatThrownBy(() -> timeout("0")).hasMessageContaining("timeoutSeconds: '0'");
  }

  @Test
  void commandsNameWhatIsRefusedAsJsonDoes() {
    assertThatThrownBy(() -> new ExecBody("ls", null, "tmp", null, null, null).toRequest())
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("cwd: 'tmp' cannot be used");
    assertThatThrownBy(
            () -> new ExecBody("ls", null, null, Map.of("A", "\0"), null, null).toRequest())
        .hasMessageStartingWith("env.A: ");
  }

  @Test
  void creationsTakeTheDefaultsForWhatIsNotSaid() {
    assertThat(new CreateBody(null, null, null, null, null, null).toRequest())
        .isEqualTo(CreateRequest.of("default").detach());
  }

  @Test
  void creationsKeepEveryPart() {
    CreateBody all =
        new CreateBody(
            "python",
            "thread 7",
            Map.of("a", "b"),
            "blue",
            new BigDecimal("90.5"),
            BigDecimal.valueOf(60));

    assertThat(all.toRequest())
        .isEqualTo(
            CreateRequest.of("python")
                .withKey("thread 7")
                .withLabels(Map.of("a", "b"))
                .withTenant("blue")
                .withTtl(Duration.ofMillis(90_500))
                .withIdleTtl(Duration.ofMinutes(1))
                .detach());
  }

  @Test
  void zeroIsNoEndAndNothingIsTheDefault() {
    CreateRequest endless = keeping("0", "0.0").toRequest();
    CreateRequest usual = keeping(null, null).toRequest();

    assertThat(endless.ttl()).contains(Duration.ZERO);
    assertThat(endless.idleTtl()).contains(Duration.ZERO);
    assertThat(usual.ttl()).isEmpty();
    assertThat(usual.idleTtl()).isEmpty();
    assertThat(new RenewBody(BigDecimal.ZERO).ttl()).contains(Duration.ZERO);
    assertThat(new RenewBody(null).ttl()).isEmpty();
  }

  /** A time that is too short to be written in nanoseconds is not one without end. */
  @Test
  void timesKeepTheirMeaningWhateverTheirSize() {
    assertThat(keeping("1e-12", null).toRequest().ttl()).contains(Duration.ofNanos(1));
    assertThat(keeping("1e99", null).toRequest().ttl()).contains(Duration.ofDays(3650));
    assertThatThrownBy(() -> keeping("-1e-12", null).toRequest())
        .hasMessageStartingWith("ttlSeconds: '-1E-12' cannot be used; give seconds from 0");
    assertThatThrownBy(() -> keeping(null, "-1").toRequest())
        .hasMessageStartingWith("idleTtlSeconds: '-1'");
    assertThatThrownBy(() -> new RenewBody(BigDecimal.valueOf(-1)).ttl())
        .hasMessageStartingWith("ttlSeconds: '-1'");
  }

  @Test
  void whatIsRefusedLaterHasTheNameOfItsMember() {
    assertThatThrownBy(() -> MemberNames.KEEPING.in(() -> refused("idleTtl")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("idleTtlSeconds: '9' cannot");
    assertThatThrownBy(() -> MemberNames.KEEPING.in(() -> refused("labels.ttl")))
        .hasMessageStartingWith("labels.ttl: ");
  }

  @Test
  void cleanUpsAreForWhatHasExpiredUnlessMoreIsSaid() {
    assertThat(new CleanupBody(null, null).toRequest()).isEqualTo(CleanupRequest.EXPIRED);
    assertThat(new CleanupBody(BigDecimal.valueOf(60), true).toRequest())
        .isEqualTo(CleanupRequest.idleFor(Duration.ofMinutes(1)).dry());
    assertThatThrownBy(() -> new CleanupBody(BigDecimal.valueOf(-1), null).toRequest())
        .hasMessageStartingWith("maxIdleSeconds: '-1'");
  }

  @Test
  void whatACleanUpDidIsToldInFull() {
    CleanupResult result =
        new CleanupResult(
            List.of(new Verdict("a", "over")),
            List.of(new Verdict("b", "has time")),
            List.of(new Verdict("c", "no cluster")),
            true);

    assertThat(CleanedBody.of(result))
        .isEqualTo(
            new CleanedBody(
                List.of(new VerdictBody("a", "over")),
                List.of(new VerdictBody("b", "has time")),
                List.of(new VerdictBody("c", "no cluster")),
                true));
  }

  private static CreateBody keeping(String ttl, String idleTtl) {
    return new CreateBody(null, null, null, null, seconds(ttl), seconds(idleTtl));
  }

  private static BigDecimal seconds(String text) {
    return text == null ? null : new BigDecimal(text);
  }

  private static String refused(String field) {
    throw new InvalidValueException(field, 9, "give less");
  }

  private static ExecRequest timeout(String seconds) {
    return new ExecBody("ls", new BigDecimal(seconds), null, null, null, null).toRequest();
  }
}
