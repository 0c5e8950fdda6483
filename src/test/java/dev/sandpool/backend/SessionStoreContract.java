package dev.sandpool.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store of sessions must do. */
public interface SessionStoreContract {

  int CALLERS = 16;

  /** The store; always the same one. */
  SessionStore store();

  @Test
  default void unknownKeyHasNoSandbox() {
    assertThat(store().find(key())).isEmpty();
  }

  @Test
  default void keyIsMappedToWhatWasPut() {
    SessionKey key = key();

    assertThat(store().put(key, Optional.empty(), "sp-one")).isTrue();

    assertThat(store().find(key)).hasValue("sp-one");
  }

  @Test
  default void secondPutOfTheSameChangesNothingAndSucceeds() {
    SessionKey key = key();
    store().put(key, Optional.empty(), "sp-one");

    assertThat(store().put(key, Optional.empty(), "sp-one")).isTrue();
    assertThat(store().put(key, Optional.of("sp-gone"), "sp-one")).isTrue();
  }

  @Test
  default void mappingThatIsThereIsNotOverwritten() {
    SessionKey key = key();
    store().put(key, Optional.empty(), "sp-one");

    assertThat(store().put(key, Optional.empty(), "sp-two")).isFalse();
    assertThat(store().put(key, Optional.of("sp-other"), "sp-two")).isFalse();

    assertThat(store().find(key)).hasValue("sp-one");
  }

  @Test
  default void mappingIsReplacedByWhoeverKnowsIt() {
    SessionKey key = key();
    store().put(key, Optional.empty(), "sp-one");

    assertThat(store().put(key, Optional.of("sp-one"), "sp-two")).isTrue();

    assertThat(store().find(key)).hasValue("sp-two");
  }

  @Test
  default void mappingThatWentIsNotReplaced() {
    SessionKey key = key();

    assertThat(store().put(key, Optional.of("sp-one"), "sp-two")).isFalse();

    assertThat(store().find(key)).isEmpty();
  }

  @Test
  default void mappingIsRemovedOnlyByWhoeverKnowsIt() {
    SessionKey key = key();
    store().put(key, Optional.empty(), "sp-one");

    store().remove(key, "sp-two");
    assertThat(store().find(key)).hasValue("sp-one");

    store().remove(key, "sp-one");
    store().remove(key, "sp-one");
    assertThat(store().find(key)).isEmpty();
  }

  @Test
  default void tenantsHaveKeysOfTheirOwn() {
    String text = UUID.randomUUID().toString();
    store().put(new SessionKey("red", text), Optional.empty(), "sp-red");
    store().put(new SessionKey("blue", text), Optional.empty(), "sp-blue");

    assertThat(store().find(new SessionKey("red", text))).hasValue("sp-red");
    assertThat(store().find(new SessionKey("blue", text))).hasValue("sp-blue");
    assertThat(store().find(new SessionKey("", text))).isEmpty();
  }

  @Test
  default void keysMayHaveAnyCharacters() {
    for (String text : List.of("a b/c", "日本語", "*", "x".repeat(1024), "\n\0\u0001", "../..")) {
      SessionKey key = new SessionKey(UUID.randomUUID().toString(), text);
      store().put(key, Optional.empty(), "sp-any");
      assertThat(store().find(key)).as(text).hasValue("sp-any");
    }
  }

  @Test
  default void oneOfManyDecides() {
    SessionKey key = key();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      List<CompletableFuture<Boolean>> puts = new ArrayList<>();
      IntStream.range(0, CALLERS)
          .forEach(
              caller ->
                  puts.add(
                      CompletableFuture.supplyAsync(
                          () -> store().put(key, Optional.empty(), "sp-" + caller), callers)));
      List<Integer> winners =
          IntStream.range(0, CALLERS).filter(caller -> puts.get(caller).join()).boxed().toList();

      assertThat(winners).hasSize(1);
      assertThat(store().find(key)).hasValue("sp-" + winners.get(0));
    } finally {
      callers.shutdownNow();
    }
  }

  private static SessionKey key() {
    return new SessionKey("", UUID.randomUUID().toString());
  }
}
