package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.PoolExhaustedException;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Eviction;
import dev.sandpool.SandboxEvent.Source;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.pool.FakeBackend.FakeSandbox;
import dev.sandpool.pool.PoolSettings.OnExhausted;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a pool does with the warm sandboxes of other replicas. */
class PoolStockTest {

  private final PoolBed bed = new PoolBed();

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void takesOverWhatIsLeftBeforeItMakesMore() {
    FakeSandbox left = new FakeSandbox("bed");
    bed.backend.stock.left.add(left);
    bed.minIdle = 2;
    bed.openWarm();

    assertThat(bed.backend.made).hasSize(1);
    assertThat(bed.events(SandboxEvent.Created.class)).hasSize(1);
    assertThat(List.of(bed.borrow().id(), bed.borrow().id())).contains(left.id());
    assertThat(bed.events(SandboxEvent.Borrowed.class))
        .extracting(SandboxEvent.Borrowed::source)
        .containsOnly(Source.WARM);
  }

  @Test
  void keepsItsShareOnly() {
    bed.minIdle = 4;
    bed.backend.stock.share = target -> target / 2;
    bed.open();
    await().until(() -> bed.pool.status().available() == 2);

    bed.backend.stock.share = target -> target;
    bed.backend.stock.changed();

    await().until(() -> bed.pool.status().available() == 4);
    assertThat(bed.pool.status().target()).isEqualTo(4);
  }

  @Test
  void offersToOthersWhatIsMadeAhead() {
    bed.minIdle = 1;
    bed.openWarm();

    assertThat(bed.backend.made).singleElement().matches(each -> each.offered.get() == 1);
  }

  @Test
  void offersToNobodyWhatACallerWaitsFor() {
    bed.open();
    bed.borrow();

    assertThat(bed.backend.made).singleElement().matches(each -> each.offered.get() == 0);
  }

  @Test
  void saysWhatTheClusterHoldsBack() {
    bed.open();

    bed.backend.stock.held = Optional.of("no node has room");

    assertThat(bed.pool.status().lastError()).hasValue("no node has room");
  }

  @Test
  void lendsWhatAnotherKeepsBeforeItMakesOne() {
    FakeSandbox other = new FakeSandbox("bed");
    bed.backend.stock.others.add(other);
    bed.open();

    assertThat(bed.borrow().id()).isEqualTo(other.id());
    bed.borrow();

    assertThat(bed.backend.made).hasSize(1);
    assertThat(bed.events(SandboxEvent.Borrowed.class))
        .extracting(SandboxEvent.Borrowed::source)
        .containsExactly(Source.SHARED, Source.CREATED);
    assertThat(bed.pool.status().misses()).isEqualTo(2);
  }

  @Test
  void makesOneWhenTheClaimOnAnothersComesTooLate() {
    FakeSandbox other = new FakeSandbox("bed");
    other.claimed.set(true);
    other.taken = true;
    bed.backend.stock.others.add(other);
    bed.open();

    assertThat(bed.borrow().id()).isNotEqualTo(other.id());

    assertThat(bed.events(SandboxEvent.Evicted.class))
        .containsExactly(new SandboxEvent.Evicted("bed", other.id(), Eviction.TAKEN));
    assertThat(bed.pool.status().total()).isEqualTo(1);
  }

  @Test
  void whoMayNotMakeOneLooksAtTheStockAgainWhenItChanges() {
    bed.minIdle = 1;
    bed.backend.stock.share = target -> 0;
    bed.onExhausted = OnExhausted.WAIT;
    bed.open();
    CompletableFuture<ManagedSandbox> waiting = bed.borrowing("");
    await().until(() -> bed.pool.status().waiting() == 1);
    FakeSandbox other = new FakeSandbox("bed");
    bed.backend.stock.others.add(other);

    bed.backend.stock.changed();

    assertThat(waiting.join().id()).isEqualTo(other.id());
    assertThat(bed.backend.made).isEmpty();
  }

  @Test
  void failStillTakesWhatAnotherKeeps() {
    bed.minIdle = 1;
    bed.backend.stock.share = target -> 0;
    bed.onExhausted = OnExhausted.FAIL;
    bed.open();
    bed.backend.stock.others.add(new FakeSandbox("bed"));

    bed.borrow();

    assertThatThrownBy(bed::borrow).isInstanceOf(PoolExhaustedException.class);
    assertThat(bed.pool.status().total()).isEqualTo(1);
  }

  @Test
  void oneThatAnotherTookIsDroppedAndSaidSo() {
    bed.minIdle = 1;
    bed.openWarm();
    FakeSandbox first = bed.backend.made.peek();
    first.taken = true;

    first.loss.raise("another replica took it");

    await().until(() -> bed.backend.made.size() == 2 && bed.pool.status().available() == 1);
    assertThat(bed.events(SandboxEvent.Evicted.class))
        .containsExactly(new SandboxEvent.Evicted("bed", first.id(), Eviction.TAKEN));
    assertThat(bed.pool.status().evictions()).isEqualTo(1);
  }

  @Test
  void rateHoldsWhatIsMadeButNotWhatIsTakenOver() {
    bed.minIdle = 6;
    bed.rate = 2;
    bed.parallelism = 1;
    bed.backend.stock.left.add(new FakeSandbox("bed"));
    bed.backend.stock.left.add(new FakeSandbox("bed"));
    bed.open();
    await().until(() -> bed.pool.status().available() == 4);

    bed.backend.stock.left.add(new FakeSandbox("bed"));
    bed.backend.stock.changed();

    await().until(() -> bed.pool.status().available() == 5);
    assertThat(bed.backend.made).hasSize(2);
    bed.pass(Duration.ofMinutes(1));
    bed.pool.round();
    await().until(() -> bed.pool.status().available() == 6);
    assertThat(bed.backend.made).hasSize(3);
  }
}
