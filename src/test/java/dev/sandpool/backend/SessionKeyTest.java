package dev.sandpool.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionKeyTest {

  @Test
  void hashIsFitForALabelAndStaysTheSame() {
    // Other replicas, and later versions, must find what this one stored.
    assertThat(new SessionKey("", "thread-1").hash())
        .matches("[0-9a-f]{40}")
        .isEqualTo(new SessionKey("", "thread-1").hash());
  }

  @Test
  void tenantAndKeyCannotBeMovedIntoEachOther() {
    assertThat(new SessionKey("ab", "c").hash()).isNotEqualTo(new SessionKey("a", "bc").hash());
    assertThat(new SessionKey("", "abc").hash()).isNotEqualTo(new SessionKey("abc", "\0").hash());
    assertThat(new SessionKey("a", "\0b").hash()).isNotEqualTo(new SessionKey("a\0", "b").hash());
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"\uD800", "a\uDC80"})
  void keyThatCannotBeWrittenIsRefused(String text) {
    assertThatThrownBy(() -> new SessionKey("", text).hash())
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("key: ");
  }

  @Test
  void longKeyIsRefused() {
    assertThatThrownBy(() -> new SessionKey("", "é".repeat(513)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("give up to 1024 bytes");
  }
}
