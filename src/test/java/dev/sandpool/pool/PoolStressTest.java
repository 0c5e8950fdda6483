package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.PoolChange;
import dev.sandpool.PoolExhaustedException;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Terms;
import dev.sandpool.pool.FakeBackend.FakeSandbox;
import dev.sandpool.pool.PoolSettings.OnExhausted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many threads at random: borrowers of several tenants, losses, failures, other replicas, changes
 * of size. What must hold is looked at all the time, and that nobody waits for what is there.
 */
class PoolStressTest {

  private static final int THREADS = 32;
  private static final long SECONDS = 3;
  private static final int MOST = 12;

  private final PoolBed bed = new PoolBed();
  private final AtomicInteger alive = new AtomicInteger();
  private final AtomicInteger mostAlive = new AtomicInteger();
  private final Set<String> inHands = ConcurrentHashMap.newKeySet();
  private final Set<String> everLent = ConcurrentHashMap.newKeySet();
  private final AtomicInteger twice = new AtomicInteger();

  @AfterEach
  void close() {
    bed.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = OnExhausted.class,
      names = {"CREATE", "WAIT"})
  @Timeout(60)
  void holdsWhatItPromises(OnExhausted policy) {
    bed.onExhausted = policy;
    bed.minIdle = 3;
    bed.maxIdle = OptionalInt.of(6);
    bed.maxTotal = MOST;
    bed.maxPerTenant = 5;
    bed.maxWait = Duration.ofSeconds(30);
    bed.backend.maker = spec -> new Counted();
    Random failing = new Random(1);
    bed.backend.beforeCreate =
        () -> {
          // Only borrowers' own: the refiller would pause for seconds.
          if (!Thread.currentThread().getName().startsWith("sandpool-refill")
              && failing.nextInt(10) == 0) {
            throw new SandboxStartException("this test fails some on purpose");
          }
        };
    bed.open();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    List<CompletableFuture<Integer>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int seed = i;
      all.add(CompletableFuture.supplyAsync(() -> borrower(seed, end), bed.threads.blocking()));
    }
    CompletableFuture<Void> trouble =
        CompletableFuture.runAsync(() -> trouble(end), bed.threads.blocking());

    // Nobody waited for 30 s for what was there, so all come to their end.
    int borrowed = all.stream().mapToInt(CompletableFuture::join).sum();
    trouble.join();

    assertThat(twice).as("lent twice").hasValue(0);
    assertThat(mostAlive.get()).as("at the same time").isLessThanOrEqualTo(MOST);
    assertThat(borrowed).isGreaterThan(500);
    assertThat(inHands).isEmpty();
    await().until(() -> bed.pool.status().active() == 0 && bed.pool.status().waiting() == 0);
    await().untilAsserted(() -> assertThat(alive.get()).isEqualTo(bed.pool.status().available()));
    assertThat(bed.events(SandboxEvent.Borrowed.class)).hasSize(borrowed);
    bed.pool.close();
    assertThat(alive).hasValue(0);
  }

  private int borrower(int seed, long end) {
    Random random = new Random(seed);
    int count = 0;
    while (System.nanoTime() < end) {
      try {
        ManagedSandbox sandbox = bed.borrow("tenant-" + seed % 4);
        count++;
        if (!everLent.add(sandbox.id()) || !inHands.add(sandbox.id())) {
          twice.incrementAndGet();
        }
        if (random.nextInt(4) == 0) {
          Thread.onSpinWait();
        }
        inHands.remove(sandbox.id());
        bed.pool.release(sandbox);
      } catch (SandboxStartException e) {
        // On purpose.
      } catch (PoolExhaustedException e) {
        throw new AssertionError("waited in vain: " + e.getMessage(), e);
      }
    }
    return count;
  }

  /** Warm ones end or are taken, sizes change, time passes. */
  private void trouble(long end) {
    Random random = new Random(99);
    while (System.nanoTime() < end) {
      List<FakeSandbox> made = bed.backend.made.stream().filter(one -> !one.claimed.get()).toList();
      if (!made.isEmpty()) {
        ((Counted) made.get(random.nextInt(made.size()))).end();
      }
      bed.backend.made.removeIf(one -> one.lost().isPresent());
      bed.pool.resize(PoolChange.NONE.withMaxTotal(8 + random.nextInt(5)));
      bed.backend.stock.changed();
      bed.pass(Duration.ofSeconds(random.nextInt(40)));
      bed.pool.round();
    }
    bed.pool.resize(PoolChange.NONE.withMaxTotal(MOST));
  }

  /** One that counts towards those alive until it is destroyed or has ended. */
  private final class Counted extends FakeSandbox {
    private final AtomicBoolean over = new AtomicBoolean();

    Counted() {
      super("bed");
      mostAlive.accumulateAndGet(alive.incrementAndGet(), Math::max);
    }

    @Override
    public synchronized void claim(Terms terms) {
      super.claim(terms);
    }

    /** A claim that fails because of this may free the place, so it counts no more by then. */
    void end() {
      synchronized (this) {
        if (!claimed.compareAndSet(false, true)) {
          return;
        }
        uncount();
      }
      loss.raise("this test ends some on purpose");
    }

    @Override
    public void destroy() {
      super.destroy();
      uncount();
    }

    private void uncount() {
      if (over.compareAndSet(false, true)) {
        alive.decrementAndGet();
      }
    }
  }
}
