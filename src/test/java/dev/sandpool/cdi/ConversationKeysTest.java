package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever happens inside, the thread goes on with the key that it had before. */
class ConversationKeysTest {

  private final ConversationKey thread = new ConversationKeys.OfThread();

  @AfterEach
  void nothingIsLeftOnTheThread() {
    assertThat(thread.current()).isEmpty();
    assertThat(thread.tenant()).isEmpty();
  }

  @Test
  void innermostCounts() {
    String seen =
        ConversationKeys.with(
            "outer",
            () -> ConversationKeys.with("tenant", "inner", this::seen) + ", then " + seen());

    assertThat(seen).isEqualTo("tenant/inner, then /outer");
  }

  @Test
  void oneThatFailsIsOverToo() {
    try (ConversationKeys.Bound outer = ConversationKeys.open("outer")) {
      assertThat(outer).isNotNull();
      assertThatThrownBy(
              () ->
                  ConversationKeys.with(
                      "inner",
                      () -> {
                        throw new IllegalStateException("it failed");
                      }))
          .hasMessage("it failed");
      assertThat(seen()).isEqualTo("/outer");
    }
  }

  @Test
  void oneThatIsClosedTwiceTakesNoOtherWithIt() {
    try (ConversationKeys.Bound outer = ConversationKeys.open("outer")) {
      assertThat(outer).isNotNull();
      ConversationKeys.Bound inner = ConversationKeys.open("inner");
      inner.close();
      inner.close();
      assertThat(seen()).isEqualTo("/outer");
    }
  }

  @Test
  void oneThatIsClosedBeforeThoseInsideItGoesWithTheLastOfThem() {
    ConversationKeys.Bound outer = ConversationKeys.open("outer");
    ConversationKeys.Bound inner = ConversationKeys.open("inner");

    outer.close();
    assertThat(seen()).isEqualTo("/inner");
    inner.close();
    assertThat(seen()).isEqualTo("/");
  }

  @Test
  void oneThatIsClosedElsewhereIsOverHere() {
    ConversationKeys.Bound outer = ConversationKeys.open("outer");
    ConversationKeys.Bound inner = ConversationKeys.open("inner");

    String other =
        CompletableFuture.supplyAsync(
                () ->
                    ConversationKeys.with(
                        "other",
                        () -> {
                          inner.close();
                          return seen();
                        }))
            .join();

    assertThat(other).isEqualTo("/other");
    assertThat(seen()).isEqualTo("/outer");
    outer.close();
  }

  @Test
  void otherThreadsHaveNone() {
    String other =
        ConversationKeys.with("mine", () -> CompletableFuture.supplyAsync(this::seen).join());

    assertThat(other).isEqualTo("/");
  }

  @Test
  void noKeyIsRefusedAtOnce() {
    assertThatThrownBy(() -> ConversationKeys.open(null)).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> ConversationKeys.with("", () -> 1))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("give the id of a conversation, thread or user");
  }

  private String seen() {
    return thread.tenant() + "/" + thread.current().orElse("");
  }
}
