package dev.sandpool.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTextTest {

  private final SecureRandom random = new SecureRandom();

  @Test
  void hashIsThatOfTheText() {
    KeyText key = KeyText.parse("sandpool_" + "A".repeat(43)).orElseThrow();

    // printf sandpool_AAA… | sha256sum
    assertThat(key.hash().toString())
        .isEqualTo("sha256:cff8091fae0a38606b0549a2a549ee31a74eb6b066df96d86f7141481c1b5372");
  }

  @Test
  void newOnesDifferAndAreRead() {
    KeyText one = KeyText.random(random);
    KeyText other = KeyText.random(random);

    assertThat(one.secret()).isNotEqualTo(other.secret());
    assertThat(KeyText.parse(one.secret())).isPresent();
    assertThat(one.hash().matches(KeyHash.parse(one.hash().toString()))).isTrue();
    assertThat(one.hash().matches(other.hash())).isFalse();
  }

  @Test
  void showNothingOfThemselves() {
    KeyText key = KeyText.random(random);

    assertThat(key).asString().isEqualTo("sandpool_***");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "secret", "sandpool_short", "sandpool_" + "                    "})
  void textsThatPeopleChooseAreNoKeys(String text) {
    assertThat(KeyText.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sha256:", "sha256:12", "md5:12", "sandpool_AAAA"})
  void otherTextsAreNoHashes(String text) {
    assertThatThrownBy(() -> KeyHash.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void eachKeyIsItsOwnersOnly() {
    KeyText blue = KeyText.random(random);
    KeyText red = KeyText.random(random);
    ApiKeys keys =
        new ApiKeys(
            List.of(
                new ApiKey("blue", blue.hash(), "b", Set.of(Role.USER)),
                new ApiKey("red", red.hash(), "r", Set.of(Role.VIEWER))));

    assertThat(keys.caller(blue.secret())).hasValue(new Caller("key:blue", "b", Set.of(Role.USER)));
    assertThat(keys.caller(red.secret())).hasValue(new Caller("key:red", "r", Set.of(Role.VIEWER)));
    assertThat(keys.caller(KeyText.random(random).secret())).isEmpty();
    assertThat(keys.caller(blue.hash().toString())).isEmpty();
  }
}
