package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerStartTest {

  private static final String STAT =
      "1 (%s) S 0 1 1 0 -1 4194560 8 9 0 0 1 2 0 0 20 0 5 0 %d 1234 567 18446744073709551615\n";

  private final ContainerStart start = new ContainerStart();

  @Test
  void isAnotherThatStartedAtAnotherTime() {
    start.learn(STAT.formatted("sleep", 4711));

    assertThat(start.isAnother(STAT.formatted("sleep", 4711))).isFalse();
    assertThat(start.isAnother(STAT.formatted("sleep", 4712))).isTrue();
  }

  @Test
  void nameMayHaveAnythingInIt() {
    start.learn(STAT.formatted("a) S (b", 4711));

    assertThat(start.isAnother(STAT.formatted("a) S (b", 4711))).isFalse();
    assertThat(start.isAnother(STAT.formatted("a) S (b", 1))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "1 (sleep) S 0 1", "no such file", "2 (x) 1 2 3"})
  void nobodyKnowsWhereItIsNotSaid(String said) {
    start.learn(STAT.formatted("sleep", 4711));
    assertThat(start.isAnother(said)).isFalse();

    start.learn(said);
    assertThat(start.isAnother(STAT.formatted("sleep", 4711))).isFalse();
  }

  @Test
  void isForgottenWhenItIsTakenAwayInOrder() {
    start.learn(STAT.formatted("sleep", 4711));

    start.forget();

    assertThat(start.isAnother(STAT.formatted("sleep", 4712))).isFalse();
  }
}
