package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelRulesTest {

  @Test
  void acceptsNamesThatKubernetesDoesAndAnyText() {
    Map<String, String> labels =
        Map.of("customer", "acme", "a.b-c_d", "", "x", "1".repeat(1024), "y", "R&D / Köln");

    assertThat(LabelRules.check(labels)).isEqualTo(labels);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "a-", "a/b", "a b", "ü", "sandpool.dev/x"})
  void refusesNames(String name) {
    assertThatThrownBy(() -> LabelRules.check(Map.of(name, "v")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("labels");
  }

  @ParameterizedTest
  @ValueSource(strings = {"state", "spec", "owner", "pool", "network", "terms", "tenure"})
  void refusesReservedNames(String name) {
    assertThatThrownBy(() -> LabelRules.check(Map.of(name, "v")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\n", "\u0000", "a\tb", "\u007f"})
  void refusesValuesOfSeveralLines(String value) {
    assertThatThrownBy(() -> LabelRules.check(Map.of("customer", value)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("labels.customer");
  }

  @Test
  void refusesValuesThatAreTooLong() {
    assertThatThrownBy(() -> LabelRules.check(Map.of("customer", "1".repeat(1025))))
        .hasMessageContaining("labels.customer")
        .hasMessageContaining("1024");
  }

  @Test
  void refusesTooMany() {
    Map<String, String> many =
        IntStream.range(0, 33)
            .mapToObj(Integer::toString)
            .collect(Collectors.toMap(n -> "l" + n, n -> n));

    assertThatThrownBy(() -> LabelRules.check(many)).hasMessageContaining("at most 32");
  }
}
