package dev.sandpool.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("path", Field.Type.STRING, "Absolute path."),
          Field.optional("limit", Field.Type.INTEGER, "Lines."),
          Field.optional("wait", Field.Type.NUMBER, "Seconds."),
          Field.optional("all", Field.Type.BOOLEAN, "Whether all."),
          Field.optional("env", Field.Type.TEXTS, "Variables."));

  @Test
  void givesWhatIsThereAndDefaultsForTheRest() {
    Arguments given =
        arguments(Map.of("path", "/a", "limit", 7, "wait", 1.5, "env", Map.of("A", "b")));

    assertThat(given.text("path")).isEqualTo("/a");
    assertThat(given.number("limit", 1, 1, 10)).isEqualTo(7);
    assertThat(given.seconds("wait")).hasValue(Duration.ofMillis(1500));
    assertThat(given.texts("env")).containsOnly(Map.entry("A", "b"));
    assertThat(given.flag("all")).isFalse();
    assertThat(arguments(Map.of("path", "/a")).number("limit", 3, 1, 10)).isEqualTo(3);
    assertThat(arguments(Map.of("path", "/a")).seconds("wait")).isEmpty();
  }

  @Test
  void nullIsAsGoodAsNothing() {
    Map<String, Object> values = new HashMap<>(Map.of("path", "/a"));
    values.put("limit", null);
    assertThat(arguments(values).number("limit", 3, 1, 10)).isEqualTo(3);

    values.put("path", null);
    assertThatThrownBy(() -> arguments(values))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("path: no value was given; give a text: Absolute path.");
  }

  @Test
  void refusesWithFieldValueAndCure() {
    assertRefused(Map.of("path", 3), "path: '3' cannot be used; give a text: Absolute path.");
    assertRefused(
        Map.of("path", "/a", "limit", "7"), "limit: '7' cannot be used; give a whole number");
    assertRefused(Map.of("path", "/a", "limit", 1.5), "limit: '1.5' cannot be used");
    assertRefused(
        Map.of("path", "/a", "env", Map.of("A", 1)),
        "env: '{A=1}' cannot be used; give an object whose values are texts");
    assertRefused(
        Map.of("path", "/a", "pth", "/b"),
        "pth: '/b' cannot be used; the arguments of this tool are path, limit, wait, all, env");
    assertThatThrownBy(() -> new Arguments(Schema.of(), Map.of("x", 1)))
        .hasMessage("x: '1' cannot be used; this tool takes no arguments");
  }

  @Test
  void refusesNumbersOutOfRange() {
    assertThatThrownBy(() -> arguments(Map.of("path", "/a", "limit", 0)).number("limit", 1, 1, 9))
        .hasMessage("limit: '0' cannot be used; give a whole number from 1 to 9");
    assertThatThrownBy(() -> arguments(Map.of("path", "/a", "wait", -1)).seconds("wait"))
        .hasMessage("wait: '-1' cannot be used; give more than 0 seconds, or leave it out");
    assertThatThrownBy(() -> arguments(Map.of("path", "/a", "wait", Double.NaN)).seconds("wait"))
        .hasMessageContaining("wait: 'NaN' cannot be used");
    assertThatThrownBy(() -> arguments(Map.of("path", "/a", "wait", 1e300)).seconds("wait"))
        .hasMessageContaining("wait: '1.0E300' cannot be used");
    assertThat(arguments(Map.of("path", "/a", "wait", 1e-9)).seconds("wait"))
        .hasValue(Duration.ofMillis(1));
  }

  private static void assertRefused(Map<String, Object> values, String message) {
    assertThatThrownBy(() -> arguments(values))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(message.split(";", 2)[0])
        .hasMessageContaining(message.substring(message.indexOf(';') + 1));
  }

  private static Arguments arguments(Map<String, Object> values) {
    return new Arguments(SCHEMA, values);
  }
}
