package dev.sandpool.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.SessionKey;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.SessionStoreContract;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisSessionsIT implements SessionStoreContract {

  private static final SessionKey KEY = new SessionKey("tenant", "conversation");
  private static final Duration HOUR = Duration.ofHours(1);

  private RedisServer server;
  private SessionStore store;

  @BeforeAll
  void open(@TempDir Path directory) {
    server = RedisServer.start(directory);
    store = new RedisSessions(plain(server.port(), "sandpool:", HOUR));
  }

  @AfterAll
  void close() {
    if (store != null) {
      store.close();
      server.close();
    }
  }

  @Override
  public SessionStore store() {
    return store;
  }

  @Test
  void installationsWithPrefixesOfTheirOwnDoNotMeet() {
    try (SessionStore other = new RedisSessions(plain(server.port(), "other:", HOUR))) {
      store.put(KEY, Optional.empty(), "sp-one");

      assertThat(other.find(KEY)).isEmpty();
    }
  }

  @Test
  void mappingThatNobodyAsksForEnds() {
    try (SessionStore brief =
        new RedisSessions(plain(server.port(), "brief:", Duration.ofMillis(300)))) {
      brief.put(KEY, Optional.empty(), "sp-one");
      // To ask by find would keep it.
      await().atMost(Duration.ofSeconds(5)).until(() -> brief.put(KEY, Optional.empty(), "sp-two"));
    }
  }

  @Test
  void restartOfTheServerCostsNoCallAndNoMapping(@TempDir Path directory) {
    try (RedisServer own = RedisServer.start(directory);
        SessionStore kept = new RedisSessions(plain(own.port(), "sandpool:", HOUR))) {
      kept.put(KEY, Optional.empty(), "sp-one");
      // Several connections that the restart breaks.
      IntStream.range(0, 64).parallel().forEach(number -> kept.find(KEY));
      own.kill();
      own.start();

      assertThat(kept.find(KEY)).hasValue("sp-one");
      assertThat(IntStream.range(0, 64).parallel().mapToObj(number -> kept.find(KEY)))
          .allMatch(Optional.of("sp-one")::equals);
    }
  }

  @Test
  void serverThatIsDownIsSaidAndFoundAgain(@TempDir Path directory) {
    try (RedisServer own = RedisServer.start(directory);
        SessionStore kept = new RedisSessions(plain(own.port(), "sandpool:", HOUR))) {
      own.kill();

      assertThatThrownBy(() -> kept.find(KEY))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("redis://127.0.0.1:" + own.port())
          .hasMessageContaining("Connection refused")
          .hasMessageContaining("is it running");

      own.start();
      assertThat(kept.put(KEY, Optional.empty(), "sp-one")).isTrue();
    }
  }

  @Test
  void userOfAnAccessControlListSeesOnlyItsPrefix(@TempDir Path directory) {
    String user =
        "--user sandpool on >s3cret ~mine:* +getex +get +set +del +eval +ping +select +client"
            + " +hello --user default off";
    try (RedisServer own = RedisServer.start(directory, user.split(" "))) {
      URI url = URI.create("redis://127.0.0.1:" + own.port());
      try (SessionStore allowed = new RedisSessions(acl(url, "s3cret", "mine:"))) {
        assertThat(allowed.put(KEY, Optional.empty(), "sp-one")).isTrue();
        assertThat(allowed.find(KEY)).hasValue("sp-one");
        allowed.remove(KEY, "sp-one");
      }
      try (SessionStore elsewhere = new RedisSessions(acl(url, "s3cret", "yours:"))) {
        assertThatThrownBy(() -> elsewhere.find(KEY))
            .isInstanceOf(BackendUnavailableException.class)
            .hasMessageContaining("NOPERM");
      }
      try (SessionStore stranger = new RedisSessions(acl(url, "wr0ng", "mine:"))) {
        assertThatThrownBy(() -> stranger.find(KEY))
            .isInstanceOf(BackendUnavailableException.class)
            .hasMessageContaining("WRONGPASS")
            .hasMessageNotContaining("wr0ng");
      }
    }
  }

  @Test
  void encryptedServerIsTrustedByItsAuthorityAndNameOnly(@TempDir Path directory)
      throws IOException, InterruptedException {
    Certificates own = Certificates.make(directory, "IP:127.0.0.1");
    try (RedisServer encrypted = RedisServer.start(directory, own.options())) {
      URI url = URI.create("rediss://127.0.0.1:" + encrypted.port());
      try (SessionStore trusted = new RedisSessions(tls(url, Optional.of(own.authority())))) {
        assertThat(trusted.put(KEY, Optional.empty(), "sp-one")).isTrue();
      }
      try (SessionStore suspicious = new RedisSessions(tls(url, Optional.empty()))) {
        assertThatThrownBy(() -> suspicious.find(KEY))
            .isInstanceOf(BackendUnavailableException.class)
            .hasMessageContaining("certification path");
      }
    }
  }

  @Test
  void certificateOfAnotherNameIsRefused(@TempDir Path directory)
      throws IOException, InterruptedException {
    Certificates other = Certificates.make(directory, "DNS:elsewhere.example");
    try (RedisServer encrypted = RedisServer.start(directory, other.options())) {
      URI url = URI.create("rediss://127.0.0.1:" + encrypted.port());
      try (SessionStore store = new RedisSessions(tls(url, Optional.of(other.authority())))) {
        assertThatThrownBy(() -> store.find(KEY))
            .isInstanceOf(BackendUnavailableException.class)
            .hasMessageContaining("No subject alternative names");
      }
    }
  }

  private static RedisSettings plain(int port, String prefix, Duration lifetime) {
    URI url = URI.create("redis://127.0.0.1:" + port);
    return new RedisSettings(
        url,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        prefix,
        Duration.ofSeconds(5),
        lifetime);
  }

  private static RedisSettings acl(URI url, String password, String prefix) {
    return new RedisSettings(
        url,
        Optional.of("sandpool"),
        Optional.of(password),
        Optional.empty(),
        prefix,
        Duration.ofSeconds(5),
        HOUR);
  }

  private static RedisSettings tls(URI url, Optional<Path> authority) {
    return new RedisSettings(
        url,
        Optional.empty(),
        Optional.empty(),
        authority,
        "sandpool:",
        Duration.ofSeconds(5),
        HOUR);
  }

  /** A server's key and a certificate that signs itself. */
  private record Certificates(Path key, Path authority) {

    static Certificates make(Path directory, String name) throws IOException, InterruptedException {
      Path key = directory.resolve("key.pem");
      Path certificate = directory.resolve("certificate.pem");
      List<String> command =
          List.of(
              "openssl",
              "req",
              "-x509",
              "-newkey",
              "ec",
              "-pkeyopt",
              "ec_paramgen_curve:P-256",
              "-nodes",
              "-days",
              "2",
              "-subj",
              "/CN=redis",
              "-addext",
              "subjectAltName=" + name,
              "-keyout",
              key.toString(),
              "-out",
              certificate.toString());
      Process openssl =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("openssl.log").toFile())
              .start();
      assertThat(openssl.waitFor()).isZero();
      return new Certificates(key, certificate);
    }

    String[] options() {
      return new String[] {
        "--tls-cert-file", authority.toString(), "--tls-key-file", key.toString()
      };
    }
  }
}
