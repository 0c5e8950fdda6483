package dev.sandpool.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CreateRequest;
import dev.sandpool.ExecFailedException;
import dev.sandpool.Sandbox;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkplaceTest {

  private static final CreateRequest REQUEST =
      CreateRequest.of("default").withTenant("blue").withIdleTtl(Duration.ofMinutes(5));

  private final FakeSandboxes fakes = new FakeSandboxes();
  private final Workplace own = new Workplace(fakes.sandboxes(), REQUEST);
  private final Workplace kept = new Workplace(fakes.sandboxes(), REQUEST.withKey("chat"));

  @Test
  void takesOneAtItsFirstUseAndKeepsIt() {
    assertThat(own.current()).isEmpty();
    assertThat(fakes.asked).isEmpty();

    Sandbox sandbox = own.sandbox();

    assertThat(own.sandbox()).isSameAs(sandbox);
    assertThat(fakes.asked).containsExactly(REQUEST.detach());
  }

  @Test
  void itsOwnEndsWithItAndThatOfAKeyStays() {
    own.sandbox();
    own.close();
    assertThat(fakes.closed).containsExactly("sp-1");

    kept.sandbox();
    kept.close();
    // Of a key, closing ends the handle only.
    assertThat(fakes.closed).containsExactly("sp-1", "sp-2");
    assertThat(fakes.deleted).isEmpty();
    assertThat(fakes.asked.get(1).key()).hasValue("chat");
  }

  @Test
  void endDestroysAlsoThatOfAKeyWhichItDidNotUseYet() {
    assertThat(own.end()).isFalse();
    own.sandbox();
    assertThat(own.end()).isTrue();
    assertThat(own.current()).isEmpty();

    kept.end();
    assertThat(fakes.deleted).containsExactly("sp-2");
  }

  @Test
  void forgetsTheOneThatIsLostAndNoLaterOne() {
    Sandbox first = own.sandbox();
    own.forget(first);
    Sandbox second = own.sandbox();
    own.forget(first);

    assertThat(own.sandbox()).isSameAs(second);
    assertThat(fakes.closed).containsExactly("sp-1");
  }

  @Test
  void saysOnceThatAnotherSandboxIsThere() {
    fakes.replaced = Optional.of("Sandbox sp-0 expired");
    kept.sandbox();

    assertThat(kept.takeNote()).hasValueSatisfying(note -> assertThat(note).contains("sp-0"));
    assertThat(kept.takeNote()).isEmpty();
  }

  @Test
  void whatIsTakenWhileItIsClosedIsGivenBack() throws Exception {
    CountDownLatch creating = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    fakes.beforeCreate =
        () -> {
          creating.countDown();
          await(closed);
        };
    CompletableFuture<Sandbox> taken = CompletableFuture.supplyAsync(own::sandbox);
    await(creating);
    own.close();
    closed.countDown();

    taken.handle((sandbox, error) -> sandbox).get();
    assertThat(fakes.closed).containsExactly("sp-1");
    assertThat(own.current()).isEmpty();
    assertThatThrownBy(own::sandbox)
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("The session has ended");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
