package dev.sandpool.cdi;

import dev.sandpool.CreateRequest;
import dev.sandpool.bootstrap.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * What a {@link Conversation} asks for.
 *
 * @param pool that a new sandbox comes from
 * @param ttl how long a new one may live; empty for the default
 * @param idleTtl how long a new one may live unused; empty for the default
 */
record ConversationTerms(String pool, Optional<Duration> ttl, Optional<Duration> idleTtl) {

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException if a time cannot be read
   */
  static ConversationTerms of(Conversation asked) {
    return new ConversationTerms(asked.pool(), time(asked.ttl()), time(asked.idleTtl()));
  }

  CreateRequest request(ConversationId conversation) {
    CreateRequest keyed =
        CreateRequest.of(pool).withTenant(conversation.tenant()).withKey(conversation.key());
    CreateRequest limited = ttl.map(keyed::withTtl).orElse(keyed);
    return idleTtl.map(limited::withIdleTtl).orElse(limited);
  }

  private static Optional<Duration> time(String text) {
    return Optional.of(text.strip()).filter(given -> !given.isEmpty()).map(Durations::parse);
  }
}
