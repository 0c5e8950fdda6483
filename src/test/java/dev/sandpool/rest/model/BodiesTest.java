package dev.sandpool.rest.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CreateRequest;
import dev.sandpool.ExecRequest;
import dev.sandpool.rest.problem.Problem;
import dev.sandpool.rest.problem.RestException;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodiesTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        ExecResultBody.class,
        FileBody.class,
        FileMatches.class,
        PoolBody.class,
        Problem.class,
        SandboxBody.class,
        SandboxPage.class,
        TextBody.class,
        TextMatches.class,
        TextMatches.Line.class
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
        .isInstanceOf(RestException.class)
        .hasMessageStartingWith("cwd: 'tmp' cannot be used");
    assertThatThrownBy(
            () -> new ExecBody("ls", null, null, Map.of("A", "\0"), null, null).toRequest())
        .hasMessageStartingWith("env.A: ");
  }

  @Test
  void creationsTakeTheDefaultsForWhatIsNotSaid() {
    assertThat(new CreateBody(null, null).toRequest()).isEqualTo(CreateRequest.of("default"));
    assertThat(new CreateBody("python", Map.of("a", "b")).toRequest())
        .isEqualTo(CreateRequest.of("python").withLabels(Map.of("a", "b")));
  }

  private static ExecRequest timeout(String seconds) {
    return new ExecBody("ls", new BigDecimal(seconds), null, null, null, null).toRequest();
  }
}
