package dev.sandpool.backend.exec;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The channels of one sandbox that wait for a command.
 *
 * <p>One is the rule. After commands that ran side by side there are more, up to {@value #MOST}, so
 * that the next such burst opens none. Those that wait for longer than {@link #IDLE} close, but for
 * one. The channel used last is taken first, so that the others get old; one that is ready goes
 * before one whose supervisor is still looking around.
 */
final class SpareSessions {

  static final int MOST = 8;
  static final Duration IDLE = Duration.ofSeconds(30);

  /**
   * A channel that waits.
   *
   * @param since when it began to, by {@link System#nanoTime}
   */
  private record Spare(ShellSession session, long since) {}

  private final Deque<Spare> newestFirst = new ArrayDeque<>();

  /** Keeps a channel, unless {@code most} wait already. */
  synchronized boolean offer(ShellSession session, int most, long now) {
    if (newestFirst.size() >= most) {
      return false;
    }
    newestFirst.addFirst(new Spare(session, now));
    return true;
  }

  /** The best one for the next command. */
  synchronized Optional<ShellSession> take() {
    newestFirst.removeIf(spare -> spare.session.gone().isDone());
    Optional<Spare> best =
        newestFirst.stream()
            .filter(spare -> spare.session.ready().isDone())
            .findFirst()
            .or(() -> newestFirst.stream().findFirst());
    best.ifPresent(newestFirst::remove);
    return best.map(Spare::session);
  }

  synchronized void remove(ShellSession session) {
    newestFirst.removeIf(spare -> spare.session == session);
  }

  synchronized int size() {
    return newestFirst.size();
  }

  /** Takes out all of them. */
  synchronized List<ShellSession> takeAll() {
    List<ShellSession> all = newestFirst.stream().map(Spare::session).toList();
    newestFirst.clear();
    return all;
  }

  /** Takes out those that have waited too long; one stays. */
  synchronized List<ShellSession> takeIdle(long now) {
    List<ShellSession> idle = new ArrayList<>();
    Iterator<Spare> oldestFirst = newestFirst.descendingIterator();
    while (newestFirst.size() > 1) {
      Spare oldest = oldestFirst.next();
      if (now - oldest.since < IDLE.toNanos()) {
        break;
      }
      oldestFirst.remove();
      idle.add(oldest.session);
    }
    return idle;
  }
}
