package dev.sandpool.session;

import dev.sandpool.InvalidValueException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;

/** How connections to Redis are kept and secured. */
final class RedisConnections {

  private static final int MOST = 16;
  private static final String STORE = "PKCS12";

  /** Certificates are public; the format wants a password. */
  private static final char[] NO_SECRET = "public".toCharArray();

  private RedisConnections() {}

  /** Few connections, each tried before it is used, and a bound on waiting for one. */
  static ConnectionPoolConfig pool(Duration timeout) {
    ConnectionPoolConfig config = new ConnectionPoolConfig();
    config.setMaxTotal(MOST);
    config.setMaxIdle(MOST);
    config.setMaxWait(timeout);
    config.setTestOnBorrow(true);
    config.setJmxEnabled(false);
    return config;
  }

  /**
   * Compares the server's name with its certificate, which an authority of a file must have signed;
   * one that Java trusts where there is no file.
   */
  static SslOptions encrypted(Optional<Path> authority) {
    SslOptions.Builder options = SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL);
    authority
        .map(RedisConnections::store)
        .ifPresent(
            bytes ->
                options
                    .trustStoreType(STORE)
                    .truststore(() -> new ByteArrayInputStream(bytes), NO_SECRET));
    return options.build();
  }

  /** The file's authorities as Jedis reads them. */
  private static byte[] store(Path file) {
    try (InputStream pem = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(STORE);
      store.load(null, null);
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("authority-" + number++, each);
      }
      if (number == 0) {
        throw unusable(file, null);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      store.store(bytes, NO_SECRET);
      return bytes.toByteArray();
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(file, e);
    }
  }

  private static InvalidValueException unusable(Path file, Exception cause) {
    InvalidValueException unusable =
        new InvalidValueException(
            "sandpool.redis.ca-file", file, "give a readable file of certificates in PEM");
    unusable.initCause(cause);
    return unusable;
  }
}
