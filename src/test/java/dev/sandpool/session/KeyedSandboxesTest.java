package dev.sandpool.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CleanupRequest;
import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.SessionKey;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.SessionsInMemory;
import dev.sandpool.pool.FakeBackend;
import dev.sandpool.pool.FakeBackend.FakeSandbox;
import dev.sandpool.pool.SessionBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One sandbox for each key, with two replicas that share back end and store. */
class KeyedSandboxesTest {

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private final FakeBackend backend = new FakeBackend();
  private final SessionStore store = new SessionsInMemory();
  private final SessionBed one = open(store);
  private final SessionBed other = open(store);

  private SessionBed open(SessionStore sessions) {
    backend.clock = now::get;
    return new SessionBed(backend, SessionBed.spec(), sessions);
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  @Test
  void isMadeAtFirstAndFoundEverywhereAfter() {
    Acquired first = one.sandboxes.getOrCreate("thread-7");
    Acquired second = other.sandboxes.getOrCreate("thread-7");

    assertThat(first.origin()).isEqualTo(Origin.CREATED);
    assertThat(second.origin()).isEqualTo(Origin.FOUND);
    assertThat(second.sandbox().id()).isEqualTo(first.sandbox().id());
    assertThat(second.lostFiles()).isFalse();
    SandboxInfo info = second.sandbox().info();
    assertThat(info.key()).hasValue("thread-7");
    assertThat(info.expiresAt()).hasValue(now.get().plus(Duration.ofHours(1)));
  }

  @Test
  void closingAHandleLeavesTheSandbox() {
    Acquired first = one.sandboxes.getOrCreate("thread-7");
    first.sandbox().close();

    assertThat(one.sandboxes.getOrCreate("thread-7").origin()).isEqualTo(Origin.FOUND);
  }

  @Test
  void manyFirstUsesAtATimeOnBothReplicasGiveOneSandbox() {
    ExecutorService threads = Executors.newFixedThreadPool(32);
    try {
      List<CompletableFuture<Acquired>> all =
          IntStream.range(0, 64)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> (i % 2 == 0 ? one : other).sandboxes.getOrCreate("thread-7"),
                          threads))
              .toList();

      assertThat(all.stream().map(each -> each.join().sandbox().id()).distinct()).hasSize(1);
      assertThat(backend.list()).hasSize(1);
      assertThat(all.stream().filter(each -> each.join().origin() == Origin.CREATED)).hasSize(1);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void oneThatIsGoneIsReplacedAndTheCallerSeesThat() {
    String deleted = one.sandboxes.getOrCreate("deleted").sandbox().id();
    one.sandboxes.getOrCreate("lost");
    one.sandboxes.getOrCreate(CreateRequest.keyed("expired").withTtl(Duration.ofSeconds(5)));
    one.sandboxes.getOrCreate(CreateRequest.keyed("reaped").withTtl(Duration.ofSeconds(1)));
    one.sandboxes.delete(deleted);
    sandbox("lost").loss.raise("the node went");
    now.updateAndGet(before -> before.plusSeconds(1));
    one.sandboxes.cleanup(CleanupRequest.EXPIRED);
    now.updateAndGet(before -> before.plusSeconds(4));

    for (String key : List.of("deleted", "lost", "expired", "reaped")) {
      Acquired again = other.sandboxes.getOrCreate(key);
      assertThat(again.origin()).as(key).isEqualTo(Origin.REPLACED);
      assertThat(again.lostFiles()).isTrue();
      assertThat(again.reason()).isPresent();
      assertThat(one.sandboxes.getOrCreate(key).sandbox().id()).isEqualTo(again.sandbox().id());
    }
  }

  @Test
  void oneThatIsSuspendedIsResumed() {
    one.sandboxes.getOrCreate("thread-7").sandbox().suspend();

    Acquired again = other.sandboxes.getOrCreate("thread-7");

    assertThat(again.origin()).isEqualTo(Origin.RESUMED);
    assertThat(again.lostFiles()).isTrue();
  }

  @Test
  void tenantsWithOneKeyNeverMeet() {
    CreateRequest request = CreateRequest.keyed("thread-7");
    String mine = one.sandboxes.getOrCreate(request.withTenant("a")).sandbox().id();
    String yours = one.sandboxes.getOrCreate(request.withTenant("b")).sandbox().id();
    assertThat(mine).isNotEqualTo(yours);

    // Even where the store was tampered with.
    SessionKey key = new SessionKey("a", "thread-7");
    store.put(key, Optional.of(mine), yours);

    Acquired again = one.sandboxes.getOrCreate(request.withTenant("a"));
    assertThat(again.sandbox().id()).isNotEqualTo(yours);
    assertThat(again.origin()).isEqualTo(Origin.REPLACED);
  }

  @Test
  void nothingIsLeftOfAnAttemptThatFailed() {
    backend.beforeCreate =
        () -> {
          throw new SandboxStartException("no room");
        };
    assertThatThrownBy(() -> one.sandboxes.getOrCreate("thread-7"))
        .isInstanceOf(SandboxStartException.class);
    backend.beforeCreate = () -> {};

    SessionBed cut = open(new Broken());
    try {
      assertThatThrownBy(() -> cut.sandboxes.getOrCreate("thread-7"))
          .isInstanceOf(BackendUnavailableException.class);
    } finally {
      cut.close();
    }
    assertThat(backend.list()).isEmpty();
    assertThat(one.sandboxes.getOrCreate("thread-7").origin()).isEqualTo(Origin.CREATED);
  }

  /** Others may have found it, and work in it. */
  @Test
  void whatIsMappedThoughTheAnswerWasLostIsKept() {
    SessionBed cut = open(new Deaf(store, 1));
    try {
      Acquired acquired = cut.sandboxes.getOrCreate("thread-7");

      assertThat(acquired.origin()).isEqualTo(Origin.CREATED);
      Acquired found = one.sandboxes.getOrCreate("thread-7");
      assertThat(found.origin()).isEqualTo(Origin.FOUND);
      assertThat(found.sandbox().id()).isEqualTo(acquired.sandbox().id());
    } finally {
      cut.close();
    }
  }

  @Test
  void whatMayBeMappedIsLeftToItsTimeWhereTheStoreIsGone() {
    SessionBed cut = open(new Deaf(store, 2));
    try {
      assertThatThrownBy(() -> cut.sandboxes.getOrCreate("thread-7"))
          .isInstanceOf(BackendUnavailableException.class);

      assertThat(one.sandboxes.getOrCreate("thread-7").origin()).isEqualTo(Origin.FOUND);
      assertThat(backend.list()).hasSize(1);
      now.updateAndGet(before -> before.plus(Duration.ofHours(2)));
      assertThat(one.sandboxes.cleanup(CleanupRequest.EXPIRED).deleted()).hasSize(1);
    } finally {
      cut.close();
    }
  }

  @Test
  void keysOfWhatIsGoneAreForgotten() {
    one.sandboxes.getOrCreate("stays");
    String gone = one.sandboxes.getOrCreate("goes").sandbox().id();
    one.sandboxes.delete(gone);

    assertThat(other.reaper.sweepKeys()).isEqualTo(1);

    assertThat(one.sandboxes.getOrCreate("stays").origin()).isEqualTo(Origin.FOUND);
    assertThat(one.sandboxes.getOrCreate("goes").origin()).isEqualTo(Origin.CREATED);
  }

  @Test
  void refusesWhatCannotBeAKeyBeforeAnythingIsMade() {
    assertThatThrownBy(() -> one.sandboxes.getOrCreate(CreateRequest.of("default")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("key");
    assertThatThrownBy(() -> one.sandboxes.getOrCreate(""))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> one.sandboxes.create(CreateRequest.keyed("thread-7")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("getOrCreate");
    assertThat(backend.made).isEmpty();
  }

  @Test
  void byItsIdOneIsFoundOrReplacedButNoOtherTenants() {
    CreateRequest mine = CreateRequest.of("default").withTenant("a");
    String id = one.sandboxes.create(mine.detach()).id();

    assertThat(other.sandboxes.attachOrCreate(id, mine).origin()).isEqualTo(Origin.FOUND);
    Acquired foreign = other.sandboxes.attachOrCreate(id, mine.withTenant("b"));

    assertThat(foreign.origin()).isEqualTo(Origin.REPLACED);
    assertThat(foreign.sandbox().id()).isNotEqualTo(id);
    assertThat(foreign.sandbox().info().tenant()).isEqualTo("b");
  }

  private FakeSandbox sandbox(String key) {
    return backend.made.stream()
        .filter(made -> made.info().key().equals(Optional.of(key)))
        .findFirst()
        .orElseThrow();
  }

  /** Can be read, but not written. */
  /** Does what it is told the first time, and loses its next answers, from that one on. */
  private static final class Deaf implements SessionStore {
    private final SessionStore store;
    private int lost;
    private boolean began;

    Deaf(SessionStore store, int lost) {
      this.store = store;
      this.lost = lost;
    }

    private <T> T answer(T answer) {
      if (began && lost-- > 0) {
        throw new BackendUnavailableException("the connection broke");
      }
      return answer;
    }

    @Override
    public Optional<String> find(SessionKey key) {
      return answer(store.find(key));
    }

    @Override
    public boolean put(SessionKey key, Optional<String> before, String sandbox) {
      began = true;
      return answer(store.put(key, before, sandbox));
    }

    @Override
    public void remove(SessionKey key, String sandbox) {
      store.remove(key, sandbox);
    }

    @Override
    public int sweep(Predicate<String> isGone) {
      return store.sweep(isGone);
    }

    @Override
    public void close() {}
  }

  private static final class Broken implements SessionStore {
    @Override
    public Optional<String> find(SessionKey key) {
      return Optional.empty();
    }

    @Override
    public boolean put(SessionKey key, Optional<String> before, String sandbox) {
      throw new BackendUnavailableException("the store is read-only");
    }

    @Override
    public void remove(SessionKey key, String sandbox) {}

    @Override
    public int sweep(Predicate<String> isGone) {
      return 0;
    }

    @Override
    public void close() {}
  }
}
