package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxLostException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code @Inject @Conversation} on Weld SE: one sandbox for each key, in and out of requests. */
class ConversationTest {

  private SeContainer container;
  private CountingSandboxes sandboxes;
  private Application application;
  private Said said;

  @BeforeEach
  void boot() {
    container = Door.open(Application.class, Answer.class, Said.class, Louder.class);
    sandboxes = CountingSandboxes.of(container);
    application = container.select(Application.class).get();
    said = container.select(Said.class).get();
  }

  @AfterEach
  void shutDown() {
    container.close();
  }

  @Test
  void keyHasOneSandboxForAllRequests() {
    String first = inRequest("a", () -> application.sandbox.id());
    String second = inRequest("a", () -> application.sandbox.id());
    String other = inRequest("b", () -> application.sandbox.id());

    assertThat(second).isEqualTo(first).startsWith("default-");
    assertThat(other).isNotEqualTo(first);
    assertThat(sandboxes.created()).isEqualTo(2);
    assertThat(sandboxes.closed()).isZero();
  }

  @Test
  void requestLooksItUpOnce() {
    inRequest(
        "a",
        () -> {
          application.sandbox.files();
          application.sandbox.files();
          return application.sandbox.id();
        });

    assertThat(sandboxes.attempts()).isEqualTo(1);
  }

  @Test
  void isNotMadeWhenNotUsed() {
    inRequest("a", () -> assertThat(application.sandbox).isNotNull());

    assertThat(sandboxes.created()).isZero();
  }

  @Test
  void twoKeysInOneRequestAreTwoSandboxes() {
    List<String> ids =
        inRequest(
            "a",
            () ->
                List.of(
                    application.sandbox.id(),
                    ConversationKeys.with("b", () -> application.sandbox.id()),
                    application.sandbox.id()));

    assertThat(ids.get(1)).isNotEqualTo(ids.get(0));
    assertThat(ids.get(2)).isEqualTo(ids.get(0));
  }

  @Test
  void worksWithoutARequest() {
    String one = ConversationKeys.with("a", () -> application.sandbox.id());
    String two = ConversationKeys.with("b", () -> application.sandbox.id());
    String again = ConversationKeys.with("a", () -> application.sandbox.id());

    assertThat(two).isNotEqualTo(one);
    assertThat(again).isEqualTo(one);
  }

  @Test
  void sameKeyOfAnotherTenantIsAnotherConversation() {
    String one = ConversationKeys.with("red", "a", () -> application.sandbox.id());
    String two = ConversationKeys.with("blue", "a", () -> application.sandbox.id());

    assertThat(two).isNotEqualTo(one);
    assertThat(sandboxes.requests())
        .extracting(CreateRequest::tenant)
        .containsExactly("red", "blue");
  }

  @Test
  void withoutAKeyItSaysWhoWasAskedAndWhatHelps() {
    assertThatThrownBy(() -> application.sandbox.id())
        .isInstanceOf(NoConversationException.class)
        .hasMessageContaining("ConversationKeys.with, " + Louder.class.getName())
        .hasMessageContaining(Said.class.getName())
        .hasMessageContaining("make a bean of dev.sandpool.cdi.ConversationKey");
    assertThat(sandboxes.attempts()).isZero();
  }

  @Test
  void otherThreadHasNoConversationUnlessItIsSaid() {
    String here =
        ConversationKeys.with(
            "a",
            () -> {
              assertThatThrownBy(
                      () -> CompletableFuture.supplyAsync(() -> application.sandbox.id()).join())
                  .hasCauseInstanceOf(NoConversationException.class);
              return CompletableFuture.supplyAsync(
                      () -> ConversationKeys.with("a", () -> application.sandbox.id()))
                  .join();
            });

    assertThat(ConversationKeys.with("a", () -> application.sandbox.id())).isEqualTo(here);
  }

  @Test
  void firstByPriorityThatHasAKeyWins() {
    container.select(Louder.class).get().key = Optional.of("louder");
    String louder = inRequest("said", () -> application.sandbox.id());
    String thread =
        inRequest("said", () -> ConversationKeys.with("t", () -> application.sandbox.id()));
    container.select(Louder.class).get().key = Optional.empty();
    String saying = inRequest("said", () -> application.sandbox.id());

    assertThat(List.of(louder, thread, saying)).doesNotHaveDuplicates();
    assertThat(sandboxes.requests())
        .extracting(request -> request.tenant() + "/" + request.key().orElseThrow())
        .containsExactly("megaphone/louder", "/t", "/said");
  }

  @Test
  void acquiredTellsHowItWasComeBy() {
    Acquired first = inRequest("a", () -> application.acquired.get());
    Acquired second = inRequest("a", () -> application.acquired.get());
    sandboxes.delete(first.sandbox().id());
    Acquired third =
        inRequest(
            "a",
            () -> {
              String used = application.sandbox.id();
              Acquired acquired = application.acquired.get();
              assertThat(acquired.sandbox().id()).isEqualTo(used);
              return acquired;
            });

    assertThat(first.origin()).isEqualTo(Origin.CREATED);
    assertThat(second.origin()).isEqualTo(Origin.FOUND);
    assertThat(third.origin()).isEqualTo(Origin.REPLACED);
    assertThat(third.reason()).contains(first.sandbox().id() + " is gone");
    assertThat(third.lostFiles()).isTrue();
  }

  @Test
  void acquiredIsInjectedIntoWhatLivesInTheRequest() {
    String id = inRequest("a", () -> container.select(Answer.class).get().id());

    assertThat(inRequest("a", () -> application.sandbox.id())).isEqualTo(id);
  }

  @Test
  void oneThatIsLostUnderARequestIsReplacedInTheNext() {
    String lost =
        inRequest(
            "a",
            () -> {
              String id = application.sandbox.id();
              sandboxes.delete(id);
              assertThatThrownBy(() -> application.sandbox.files())
                  .isInstanceOf(SandboxLostException.class);
              return id;
            });

    assertThat(inRequest("a", () -> application.sandbox.id())).isNotEqualTo(lost);
  }

  @Test
  void closingDestroysNothingAndTheNextCallLooksAgain() {
    List<String> ids =
        inRequest(
            "a",
            () -> {
              application.sandbox.close();
              assertThat(sandboxes.attempts()).isZero();
              String first = application.sandbox.id();
              application.sandbox.close();
              String second = application.sandbox.id();
              sandboxes.delete(second);
              application.sandbox.close();
              return List.of(first, second, application.sandbox.id());
            });

    assertThat(ids.get(1)).isEqualTo(ids.get(0));
    assertThat(ids.get(2)).isNotEqualTo(ids.get(0));
    application.sandbox.close();
    assertThat(sandboxes.created()).isEqualTo(2);
    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void takesThePoolAndTimesOfTheInjectionPoint() {
    ConversationKeys.with("a", () -> application.timed.id());
    ConversationKeys.with("b", () -> application.sandbox.id());

    assertThat(sandboxes.requests())
        .containsExactly(
            CreateRequest.of("python")
                .withKey("a")
                .withTtl(Duration.ZERO)
                .withIdleTtl(Duration.ofMinutes(20)),
            CreateRequest.keyed("b"));
  }

  @Test
  void poolThatTheConversationIsNotOfIsRefused() {
    inRequest(
        "a",
        () -> {
          application.timed.id();
          assertThatThrownBy(() -> application.sandbox.id())
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("is of the pool 'python', not 'default'");
          return null;
        });
    assertThatThrownBy(() -> inRequest("a", () -> application.sandbox.id()))
        .hasMessageContaining("name the same pool at each @Conversation");
    assertThat(sandboxes.created()).isEqualTo(1);
  }

  @Test
  void isSelectedByItsLiteral() {
    Sandbox python = application.any.select(new Conversation.Literal("python")).get();
    Sandbox timed = application.any.select(new Conversation.Literal("python", "0s", "20m")).get();

    String one = ConversationKeys.with("a", python::id);
    assertThat(ConversationKeys.with("a", timed::id)).isEqualTo(one);
  }

  @Test
  void keyThatCannotBeUsedIsRefusedWithoutShowingIt() {
    sandboxes.hinder(
        () -> {
          throw new InvalidValueException("key", "hunter2", "give up to 1024 bytes");
        });

    assertThatThrownBy(() -> ConversationKeys.with("hunter2", () -> application.sandbox.id()))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("key: '***' cannot be used; give up to 1024 bytes")
        .satisfies(error -> assertThat(error).hasNoCause())
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void otherRefusalsShowWhatIsRefused() {
    sandboxes.hinder(
        () -> {
          throw new InvalidValueException("ttl", "48h", "give up to 24h");
        });

    assertThatThrownBy(() -> ConversationKeys.with("a", () -> application.sandbox.id()))
        .hasMessageContaining("ttl: '48h' cannot be used; give up to 24h");
  }

  @Test
  void othersAreWhatTheyWere() {
    String pooled = inRequest("a", () -> application.plain.id());

    assertThat(inRequest("a", () -> application.plain.id())).isNotEqualTo(pooled);
    assertThat(sandboxes.closed()).isEqualTo(2);
  }

  private <T> T inRequest(String key, Supplier<T> work) {
    RequestContextController request = container.select(RequestContextController.class).get();
    request.activate();
    try {
      said.key = Optional.of(key);
      return work.get();
    } finally {
      said.key = Optional.empty();
      request.deactivate();
    }
  }

  /** Stands in for an application. */
  @Singleton
  static class Application {

    @Inject @Conversation Sandbox sandbox;

    @Inject
    @Conversation(pool = "python", ttl = "0s", idleTtl = "20m")
    Sandbox timed;

    @Inject @Conversation Instance<Acquired> acquired;
    @Inject Sandbox plain;
    @Inject @Any Instance<Sandbox> any;
  }

  /** A bean of a request. */
  @RequestScoped
  static class Answer {
    @Inject @Conversation Acquired acquired;

    String id() {
      return acquired.sandbox().id();
    }
  }

  /** An application's source of keys. */
  @Singleton
  static class Said implements ConversationKey {
    volatile Optional<String> key = Optional.empty();

    @Override
    public Optional<String> current() {
      return key;
    }
  }

  /** Another one that comes first. */
  @Singleton
  @Priority(1000)
  static class Louder implements ConversationKey {
    volatile Optional<String> key = Optional.empty();

    @Override
    public Optional<String> current() {
      return key;
    }

    @Override
    public String tenant() {
      return "megaphone";
    }
  }
}
