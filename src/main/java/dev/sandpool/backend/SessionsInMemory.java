package dev.sandpool.backend;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/** Mappings that end with this process, as the sandboxes of this machine do. */
public final class SessionsInMemory implements SessionStore {

  private final ConcurrentMap<String, String> sandboxes = new ConcurrentHashMap<>();

  @Override
  public Optional<String> find(SessionKey key) {
    return Optional.ofNullable(sandboxes.get(key.hash()));
  }

  @Override
  public boolean put(SessionKey key, Optional<String> before, String sandbox) {
    String now =
        sandboxes.compute(
            key.hash(), (hash, old) -> before.equals(Optional.ofNullable(old)) ? sandbox : old);
    return sandbox.equals(now);
  }

  @Override
  public void remove(SessionKey key, String sandbox) {
    sandboxes.remove(key.hash(), sandbox);
  }

  @Override
  public int sweep(Predicate<String> isGone) {
    int swept = 0;
    for (var mapping : sandboxes.entrySet()) {
      if (isGone.test(mapping.getValue())
          && sandboxes.remove(mapping.getKey(), mapping.getValue())) {
        swept++;
      }
    }
    return swept;
  }

  @Override
  public void close() {
    sandboxes.clear();
  }
}
