package dev.sandpool.pool;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Waiting borrowers: tenants in turn, and within a tenant who came first.
 *
 * <p>Tenants are kept in the order of their turns; one that was served goes to the end. So one with
 * a thousand borrowers holds up one with a single one by one sandbox, not by a thousand. Not
 * thread-safe.
 */
final class TenantQueues {

  private final Map<String, NavigableSet<Ticket>> tenants = new LinkedHashMap<>();
  private int size;

  /** Adds one at the place that its number gives it: who comes back is where it was. */
  void add(Ticket ticket) {
    if (tenants.computeIfAbsent(ticket.tenant(), name -> new TreeSet<>()).add(ticket)) {
      size++;
    }
  }

  void remove(Ticket ticket) {
    NavigableSet<Ticket> queue = tenants.get(ticket.tenant());
    if (queue != null && queue.remove(ticket)) {
      size--;
      if (queue.isEmpty()) {
        tenants.remove(ticket.tenant());
      }
    }
  }

  /** Takes the next one out that can be served; the first of a tenant decides for the tenant. */
  Optional<Ticket> next(Predicate<Ticket> servable) {
    Iterator<Map.Entry<String, NavigableSet<Ticket>>> turn = tenants.entrySet().iterator();
    while (turn.hasNext()) {
      Map.Entry<String, NavigableSet<Ticket>> tenant = turn.next();
      NavigableSet<Ticket> queue = tenant.getValue();
      if (servable.test(queue.first())) {
        Ticket first = queue.pollFirst();
        size--;
        turn.remove();
        if (!queue.isEmpty()) {
          tenants.put(first.tenant(), queue);
        }
        return Optional.of(first);
      }
    }
    return Optional.empty();
  }

  void forEach(Consumer<Ticket> action) {
    tenants.values().forEach(queue -> queue.forEach(action));
  }

  int size() {
    return size;
  }
}
