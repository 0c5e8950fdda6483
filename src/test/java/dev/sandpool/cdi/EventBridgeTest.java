package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Closed;
import dev.sandpool.SandboxEvent.Expired;
import dev.sandpool.SandboxEvent.Lost;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.enterprise.util.TypeLiteral;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What observers on Weld SE get to see, and what they can't do to those who tell. */
@Timeout(30)
class EventBridgeTest {

  private final SeContainer container =
      SeContainerInitializer.newInstance()
          .disableDiscovery()
          .addBeanClasses(Watcher.class, Request.class)
          .initialize();
  private final Watcher watcher = container.select(Watcher.class).get();
  private final EventBridge bridge =
      new EventBridge(
          container.getBeanManager().getEvent().select(new TypeLiteral<SandboxEvent>() {}));

  @AfterEach
  void shutDown() {
    watcher.open();
    bridge.close();
    container.close();
  }

  @Test
  void observersSeeTheKindThatTheyAskForInOrder() {
    watcher.open();

    for (int i = 0; i < 100; i++) {
      bridge.accept(lost("sp-" + i));
      bridge.accept(new Closed("default", "sp-" + i, Duration.ZERO));
    }

    await().until(() -> watcher.seen().size() == 100);
    assertThat(watcher.seen())
        .containsExactlyElementsOf(IntStream.range(0, 100).mapToObj(i -> "sp-" + i).toList());
    assertThat(watcher.threads()).containsOnly("sandpool-events");
  }

  @Test
  void observersOfWhatExpiredAreNotToldOfWhatWasLost() {
    watcher.open();

    bridge.accept(lost("lost"));
    bridge.accept(new Expired("default", "expired", "it was not used for 1h"));
    bridge.accept(lost("last"));

    await().until(() -> watcher.seen().contains("last"));
    assertThat(watcher.seen()).containsExactly("lost", "last");
    assertThat(watcher.expired()).containsExactly("expired");
  }

  /** The watch of the cluster and callers go on, and memory stays bounded. */
  @Test
  void observersThatAreTooSlowMissEventsAndHoldNobodyUp() {
    int told = EventBridge.MOST_WAITING * 3;
    for (int i = 0; i < told; i++) {
      bridge.accept(lost("sp-" + i));
    }

    watcher.open();

    await().until(() -> watcher.seen().size() >= EventBridge.MOST_WAITING);
    bridge.accept(lost("last"));
    await().until(() -> watcher.seen().contains("last"));
    assertThat(watcher.seen()).hasSizeBetween(EventBridge.MOST_WAITING, told - 1);
  }

  @Test
  void observerThatFailsMissesNothingElse() {
    watcher.open();

    bridge.accept(lost("bad"));
    bridge.accept(lost("good"));

    await().until(() -> watcher.seen().contains("good"));
  }

  @Test
  void closingLetsObserversFinishAndThenTellsNobody() {
    watcher.open();
    for (int i = 0; i < 50; i++) {
      bridge.accept(lost("sp-" + i));
    }

    bridge.close();
    bridge.accept(lost("late"));

    assertThat(watcher.seen()).hasSize(50).doesNotContain("late");
  }

  private static Lost lost(String id) {
    return new Lost("default", id, "node gone");
  }

  /** Observes what is lost, once it is let. */
  @ApplicationScoped
  static class Watcher {

    private final CountDownLatch open = new CountDownLatch(1);
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private final Queue<String> expired = new ConcurrentLinkedQueue<>();
    private final Queue<String> threads = new ConcurrentLinkedQueue<>();

    @Inject Request request;

    void lost(@ObservesAsync Lost event) throws InterruptedException {
      assertThat(open.await(20, TimeUnit.SECONDS)).isTrue();
      if (event.id().equals("bad")) {
        throw new IllegalStateException("this one fails");
      }
      seen.add(request.echo(event.id()));
      threads.add(Thread.currentThread().getName());
    }

    void expired(@ObservesAsync Expired event) {
      expired.add(event.id());
    }

    void open() {
      open.countDown();
    }

    List<String> seen() {
      return List.copyOf(seen);
    }

    List<String> expired() {
      return List.copyOf(expired);
    }

    List<String> threads() {
      return List.copyOf(threads);
    }
  }

  /** Observers may use what lives as long as a request: each has one of its own. */
  @RequestScoped
  static class Request {
    String echo(String text) {
      return text;
    }
  }
}
