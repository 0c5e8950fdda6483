package dev.sandpool.session;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one caller at a time work for a key. Those that come meanwhile follow one after another, and
 * find what the first has left.
 *
 * @param <K> the kind of key
 */
final class SingleFlight<K> {

  private static final class Turn extends ReentrantLock {
    private static final long serialVersionUID = 1;
    private int users;
  }

  private final ConcurrentMap<K, Turn> turns = new ConcurrentHashMap<>();

  <T> T run(K key, Supplier<T> work) {
    Turn turn = turns.compute(key, (same, known) -> joined(known == null ? new Turn() : known));
    try {
      return inTurn(turn, work);
    } finally {
      turns.computeIfPresent(key, (same, known) -> left(known));
    }
  }

  /** How many keys are worked for. */
  int size() {
    return turns.size();
  }

  private static <T> T inTurn(ReentrantLock turn, Supplier<T> work) {
    turn.lock();
    try {
      return work.get();
    } finally {
      turn.unlock();
    }
  }

  private static Turn joined(Turn turn) {
    turn.users++;
    return turn;
  }

  private static Turn left(Turn turn) {
    turn.users--;
    return turn.users == 0 ? null : turn;
  }
}
