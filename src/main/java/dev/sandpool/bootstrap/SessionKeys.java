package dev.sandpool.bootstrap;

import dev.sandpool.InvalidValueException;
import dev.sandpool.session.RedisSettings;
import dev.sandpool.session.SessionSettings;
import dev.sandpool.session.SessionSettings.Runner;
import dev.sandpool.session.TenureRules;
import dev.sandpool.session.TenureRules.Limit;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys for how long sandboxes are kept, and under what. */
final class SessionKeys {

  private static final SettingType<Optional<Duration>> LIMIT =
      SettingType.DURATION.map(time -> Optional.of(time).filter(each -> !each.isZero()));

  private static final Pattern DATABASE = Pattern.compile("(/[0-9]{0,9})?");

  static final Setting<Optional<Duration>> DEFAULT_TTL =
      Setting.of(
          "sandpool.session.default-ttl",
          LIMIT,
          "24h",
          "How long a sandbox that outlives its request may live, unless the request says otherwise;"
              + " `0s` for no such end.");

  static final Setting<Optional<Duration>> MAX_TTL =
      Setting.of(
          "sandpool.session.max-ttl",
          LIMIT,
          "0s",
          "The longest time to live that a request can give; `0s` for any, also for no end.");

  static final Setting<Optional<Duration>> DEFAULT_IDLE_TTL =
      Setting.of(
          "sandpool.session.default-idle-ttl",
          LIMIT,
          "1h",
          "How long such a sandbox may live without being used, unless the request says otherwise;"
              + " `0s` for no such end.");

  static final Setting<Optional<Duration>> MAX_IDLE_TTL =
      Setting.of(
          "sandpool.session.max-idle-ttl",
          LIMIT,
          "0s",
          "The longest time without use that a request can give; `0s` for any, also for no end.");

  static final Setting<Duration> INTERVAL =
      Setting.of(
          "sandpool.reaper.interval",
          SettingType.DURATION,
          "30s",
          "How often sandboxes whose time is over are ended, by one replica for all.");

  static final Setting<Runner> RUNNER =
      Setting.of(
          "sandpool.reaper.runner",
          SettingType.oneOf(Runner.class),
          "internal",
          "Who sees to that: a thread of Sandpool's own (`internal`), a timer of the container"
              + " (`timer`), or nobody here (`off`). See [Who ends it](conversations.md#who-ends-it).");

  static final Setting<Optional<URI>> REDIS_URL =
      Setting.of(
          "sandpool.redis.url",
          SettingType.optional(
              new SettingType<>(
                  "URL",
                  "give a URL such as redis://redis:6379/0, or rediss: for TLS",
                  SessionKeys::redisUrl)),
          "",
          "Redis that keeps which sandbox belongs to which key; unless given, that is kept where the"
              + " sandboxes are.");

  static final Setting<Optional<String>> REDIS_USER =
      Setting.of(
          "sandpool.redis.user",
          SettingType.optional(SettingType.TEXT),
          "",
          "User of its access control list; the default one unless given.");

  static final Setting<Optional<String>> REDIS_PASSWORD =
      new Setting<>(
          "sandpool.redis.password",
          SettingType.optional(SettingType.TEXT),
          "",
          "Password of that user.",
          true);

  static final Setting<Optional<Path>> REDIS_CA_FILE =
      Setting.of(
          "sandpool.redis.ca-file",
          SettingType.optional(SettingType.PATH).map(path -> path.map(Path::of)),
          "",
          "File with the certificate authority of its server, in PEM; Java's own unless given.");

  static final Setting<String> REDIS_PREFIX =
      Setting.of(
          "sandpool.redis.prefix",
          SettingType.TEXT,
          "sandpool:session:",
          "What all of its keys begin with; another one for another installation.");

  static final Setting<Duration> REDIS_TIMEOUT =
      Setting.of(
          "sandpool.redis.timeout",
          SettingType.DURATION,
          "2s",
          "How long a connection to it, and an answer, may take.");

  static final Setting<Duration> REDIS_LIFETIME =
      Setting.of(
          "sandpool.redis.lifetime",
          SettingType.DURATION,
          "30d",
          "How long it keeps a key that nobody asked for.");

  static final List<Setting<?>> ALL =
      List.of(
          DEFAULT_TTL,
          MAX_TTL,
          DEFAULT_IDLE_TTL,
          MAX_IDLE_TTL,
          INTERVAL,
          RUNNER,
          REDIS_URL,
          REDIS_USER,
          REDIS_PASSWORD,
          REDIS_CA_FILE,
          REDIS_PREFIX,
          REDIS_TIMEOUT,
          REDIS_LIFETIME);

  private SessionKeys() {}

  static SessionSettings sessions(SettingsReader from) {
    Optional<Duration> ttl = from.read(DEFAULT_TTL);
    Optional<Duration> maxTtl = from.read(MAX_TTL);
    Optional<Duration> idle = from.read(DEFAULT_IDLE_TTL);
    Optional<Duration> maxIdle = from.read(MAX_IDLE_TTL);
    Limit forTtl = from.combine(() -> new Limit("ttl", ttl, maxTtl));
    Limit forIdle = from.combine(() -> new Limit("idleTtl", idle, maxIdle));
    Duration interval = from.read(INTERVAL);
    Runner runner = from.read(RUNNER);
    Optional<RedisSettings> redis = redis(from);
    return from.combine(
        () -> new SessionSettings(new TenureRules(forTtl, forIdle), redis, interval, runner));
  }

  private static Optional<RedisSettings> redis(SettingsReader from) {
    Optional<URI> url = from.read(REDIS_URL);
    Optional<String> user = from.read(REDIS_USER);
    Optional<String> password = from.read(REDIS_PASSWORD);
    Optional<Path> authority = from.read(REDIS_CA_FILE);
    String prefix = from.read(REDIS_PREFIX);
    Duration timeout = from.read(REDIS_TIMEOUT);
    Duration lifetime = from.read(REDIS_LIFETIME);
    return url.map(
        each -> new RedisSettings(each, user, password, authority, prefix, timeout, lifetime));
  }

  private static URI redisUrl(String text) {
    URI url = URI.create(text);
    SettingType.require(
        ("redis".equals(url.getScheme()) || "rediss".equals(url.getScheme()))
            && url.getHost() != null
            && DATABASE.matcher(url.getPath()).matches()
            && url.getRawQuery() == null
            && url.getRawFragment() == null);
    if (url.getRawUserInfo() != null) {
      throw new InvalidValueException(
          REDIS_URL.key(), "***", "give user and password by sandpool.redis.user and .password");
    }
    return url;
  }
}
