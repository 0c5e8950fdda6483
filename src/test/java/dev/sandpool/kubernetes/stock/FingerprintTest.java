package dev.sandpool.kubernetes.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Alike for what is alike, and else not. */
class FingerprintTest {

  @Test
  void orderOfMembersDoesNotCount() {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("a", Map.of("x", 1));
    one.put("b", 2);
    Map<String, Object> other = new LinkedHashMap<>();
    other.put("b", 2);
    other.put("a", Map.of("x", 1));

    assertThat(Fingerprint.of(one)).isEqualTo(Fingerprint.of(other));
  }

  @Test
  void allElseDoes() {
    assertThat(
            List.of(
                Fingerprint.of("a", "b"),
                Fingerprint.of("b", "a"),
                Fingerprint.of("ab"),
                Fingerprint.of("a", "b", ""),
                Fingerprint.of(List.of("a", "b")),
                Fingerprint.of(Map.of("a", "b")),
                Fingerprint.of(Map.of("a", Map.of("b", 1))),
                Fingerprint.of(Map.of("a", Map.of("b", 2)))))
        .doesNotHaveDuplicates();
  }

  @Test
  void canBeALabel() {
    assertThat(Fingerprint.of("any")).matches("[0-9a-f]{20}");
  }
}
