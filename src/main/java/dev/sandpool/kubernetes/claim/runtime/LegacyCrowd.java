package dev.sandpool.kubernetes.claim.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The channels of one sandbox, which share its runtime's few threads, and its accidents. */
final class LegacyCrowd {

  private final Set<LegacyChannel> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger asking = new AtomicInteger();

  void joined(LegacyChannel channel) {
    open.add(channel);
  }

  void left(LegacyChannel channel) {
    open.remove(channel);
  }

  /** One more asks for output; returns how many do. */
  int asks() {
    return asking.incrementAndGet();
  }

  void asked() {
    asking.decrementAndGet();
  }

  /**
   * Has those look that seldom do, and waits for it: what killed one channel's process may have
   * killed theirs, and the next command would go to a dead one.
   */
  void suspect(LegacyChannel dead) {
    open.stream().filter(each -> each != dead).forEach(LegacyChannel::lookNow);
    open.stream().filter(each -> each != dead).forEach(LegacyChannel::awaitLook);
  }
}
