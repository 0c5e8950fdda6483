package dev.sandpool.cdi;

import dev.sandpool.bootstrap.Durations;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What an application asks for by {@link Conversation}. */
final class ConversationDemand {

  /** Each kind, with the place that asked for it first. */
  private final Map<Conversation, String> asked = new LinkedHashMap<>();

  void injected(Conversation kind, String place) {
    asked.putIfAbsent(kind, "@Conversation on " + place);
  }

  /** What cannot be met, each with its place and cure. */
  Stream<String> problems(Set<String> configured) {
    return asked.entrySet().stream()
        .flatMap(
            each ->
                Stream.of(
                        pool(each.getKey().pool(), each.getValue(), configured),
                        time("ttl", each.getKey().ttl(), each.getValue()),
                        time("idleTtl", each.getKey().idleTtl(), each.getValue()))
                    .flatMap(problem -> problem));
  }

  /** What to have beans for: all that was asked for, and each pool with the default times. */
  Set<Conversation> kinds(Set<String> configured) {
    Set<Conversation> all = new LinkedHashSet<>();
    configured.forEach(pool -> all.add(new Conversation.Literal(pool)));
    all.addAll(asked.keySet());
    return all;
  }

  private static Stream<String> pool(String pool, String where, Set<String> configured) {
    return configured.contains(pool)
        ? Stream.empty()
        : Stream.of(PoolDemand.unknown(pool, where, configured));
  }

  private static Stream<String> time(String member, String text, String where) {
    try {
      if (!text.isBlank()) {
        Durations.parse(text.strip());
      }
      return Stream.empty();
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Stream.of(
          "%s has the %s '%s', which is no time; give one such as 30m or 2h, or none for the default"
              .formatted(where, member, text));
    }
  }
}
