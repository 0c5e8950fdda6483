package dev.sandpool.session;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.SessionKey;
import dev.sandpool.backend.SessionStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.GetExParams;

/**
 * Mappings in Redis, for those that are to outlive or span clusters.
 *
 * <p>A mapping is one string, under the prefix and the key's hash. It ends by itself when nobody
 * asked for it for its lifetime: the sandboxes of other clusters can't be looked up from here, so
 * nothing is swept. A server that restarts breaks connections; they are tried before they are used,
 * and a call is made twice at most, which no call here minds.
 */
public final class RedisSessions implements SessionStore {

  /** Also true when it was done already, by an attempt whose answer was lost. */
  private static final String PUT =
      """
      local now = redis.call('GET', KEYS[1])
      if now == ARGV[2] or (now or '') == ARGV[1] then
        redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
        return 1
      end
      return 0
      """;

  private static final String REMOVE =
      """
      if redis.call('GET', KEYS[1]) == ARGV[1] then
        redis.call('DEL', KEYS[1])
      end
      return 1
      """;

  private final RedisSettings settings;
  private final RedisClient client;

  /** Prepares to connect; the first call does. */
  public RedisSessions(RedisSettings settings) {
    this.settings = settings;
    client =
        RedisClient.builder()
            .hostAndPort(settings.url().getHost(), settings.port())
            .clientConfig(config(settings))
            .poolConfig(RedisConnections.pool(settings.timeout()))
            .build();
  }

  @Override
  public Optional<String> find(SessionKey key) {
    GetExParams kept = GetExParams.getExParams().px(settings.lifetime().toMillis());
    return Optional.ofNullable(call(redis -> redis.getEx(name(key), kept)));
  }

  @Override
  public boolean put(SessionKey key, Optional<String> before, String sandbox) {
    String lifetime = Long.toString(settings.lifetime().toMillis());
    List<String> values = List.of(before.orElse(""), sandbox, lifetime);
    return call(redis -> redis.eval(PUT, List.of(name(key)), values)).equals(1L);
  }

  @Override
  public void remove(SessionKey key, String sandbox) {
    call(redis -> redis.eval(REMOVE, List.of(name(key)), List.of(sandbox)));
  }

  @Override
  public int sweep(Predicate<String> isGone) {
    return 0;
  }

  @Override
  public void close() {
    client.close();
  }

  private String name(SessionKey key) {
    return settings.prefix() + key.hash();
  }

  private <T> T call(Function<UnifiedJedis, T> call) {
    try {
      return again(call);
    } catch (JedisException e) {
      throw new BackendUnavailableException(
          "Redis at %s cannot be used (%s); is it running, and are sandpool.redis.* right?"
              .formatted(settings.shown(), reason(e)),
          e);
    }
  }

  private <T> T again(Function<UnifiedJedis, T> call) {
    try {
      return call.apply(client);
    } catch (JedisConnectionException e) {
      return call.apply(client);
    }
  }

  /** Jedis names the cause of a failed connection only in its cause, or what that suppressed. */
  private static String reason(Throwable error) {
    Throwable deepest = error;
    while (deepest.getCause() != null || deepest.getSuppressed().length > 0) {
      deepest = deepest.getCause() == null ? deepest.getSuppressed()[0] : deepest.getCause();
    }
    return deepest == error ? error.getMessage() : error.getMessage() + ": " + deepest.getMessage();
  }

  private static DefaultJedisClientConfig config(RedisSettings settings) {
    int timeout = Math.toIntExact(settings.timeout().toMillis());
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(timeout)
            .socketTimeoutMillis(timeout)
            .database(settings.database())
            .clientName("sandpool");
    settings.user().ifPresent(config::user);
    settings.password().ifPresent(config::password);
    if (settings.isEncrypted()) {
      config.sslOptions(RedisConnections.encrypted(settings.authority()));
    }
    return config.build();
  }
}
