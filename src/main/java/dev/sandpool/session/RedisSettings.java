package dev.sandpool.session;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the Redis is that keeps sessions.
 *
 * @param url {@code redis://host:port/database}, or {@code rediss:} for TLS
 * @param user of its access control list; the default one unless given
 * @param password of that user
 * @param authority file with the certificate of the authority that signed the server's, in PEM
 * @param prefix of every key
 * @param timeout for a connection, and for an answer
 * @param lifetime how long a mapping is kept after it was last asked for
 */
public record RedisSettings(
    URI url,
    Optional<String> user,
    Optional<String> password,
    Optional<Path> authority,
    String prefix,
    Duration timeout,
    Duration lifetime) {

  /** The address without anything secret, for messages. */
  String shown() {
    return url.getScheme() + "://" + url.getHost() + ":" + port();
  }

  int port() {
    return url.getPort() < 0 ? 6379 : url.getPort();
  }

  boolean isEncrypted() {
    return "rediss".equals(url.getScheme());
  }

  int database() {
    String path = Optional.ofNullable(url.getPath()).orElse("");
    return path.length() < 2 ? 0 : Integer.parseInt(path.substring(1));
  }

  /** The password stays out of logs. */
  @Override
  public String toString() {
    return "RedisSettings[" + shown() + ", prefix=" + prefix + "]";
  }
}
