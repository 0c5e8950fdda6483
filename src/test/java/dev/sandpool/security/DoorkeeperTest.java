package dev.sandpool.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.security.SecuritySettings.Mode;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoorkeeperTest {

  private static final KeyText KEY = KeyText.random(new SecureRandom());
  private static final Token TOKEN = new Token("ada", Set.of("devs"), Optional.of("blue"));

  private final SecuritySettings settings =
      new SecuritySettings(
          Mode.AUTO,
          List.of(new ApiKey("ci", KEY.hash(), "red", Set.of(Role.VIEWER))),
          true,
          "org",
          new RoleGroups(Set.of("staff"), Set.of("devs"), Set.of("admins")),
          LimitSettings.NONE,
          new AuditSettings(Optional.empty(), AuditSettings.Subject.DIGEST));

  private final Doorkeeper shut = new Doorkeeper(settings, false);
  private final Doorkeeper open = new Doorkeeper(settings, true);

  @Test
  void keysAndTokensTellWhoCalls() {
    assertThat(shut.admit(with(Optional.of(KEY.secret()), false, Optional.empty())))
        .isEqualTo(new Caller("key:ci", "red", Set.of(Role.VIEWER)));
    assertThat(shut.admit(with(Optional.empty(), true, Optional.of(TOKEN))))
        .isEqualTo(new Caller("ada", "blue", Set.of(Role.USER)));
  }

  @Test
  void membersOfNoGroupThatCountsHaveNoRole() {
    Token token = new Token("eve", Set.of("guests", "user", "operator"), Optional.of("blue"));

    Caller caller = shut.admit(with(Optional.empty(), true, Optional.of(token)));

    assertThat(caller.roles()).isEmpty();
    assertThat(Action.values()).noneMatch(caller::may);
  }

  @Test
  void nobodyElseComesIn() {
    refused(with(Optional.empty(), false, Optional.empty()), "X-API-Key");
    refused(with(Optional.of("sandpool_x"), false, Optional.empty()), "not known");
    refused(with(Optional.empty(), true, Optional.empty()), "not accepted");
    refused(with(Optional.of(KEY.secret()), true, Optional.of(TOKEN)), "Two credentials");
  }

  private void refused(Approach approach, String why) {
    assertThatThrownBy(() -> shut.admit(approach))
        .isInstanceOf(NotAuthenticatedException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "none"})
  void tokensWithoutATenantAreRefused(String claim) {
    Token token =
        new Token("ada", Set.of("devs"), Optional.of(claim).filter(text -> !text.equals("none")));

    assertThatThrownBy(() -> shut.admit(with(Optional.empty(), true, Optional.of(token))))
        .isInstanceOf(AccessRefusedException.class)
        .hasMessageContaining("'org'");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, localhost:9080",
    "127.0.0.1, LOCALHOST",
    "127.8.8.8, 127.0.0.1:9080",
    "::1, [::1]:9080",
    "0:0:0:0:0:0:0:1, localhost",
    "::ffff:127.0.0.1, localhost"
  })
  void openServiceIsForItsOwnMachine(String peer, String host) {
    assertThat(open.admit(from(peer, Optional.of(host), Set.of()))).isEqualTo(Caller.DEVELOPER);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.7, localhost",
    "localhost, localhost",
    "127.0.0.1.example.com, localhost",
    "2001:db8::1, localhost",
    "127.0.0.1, evil.example.com",
    "127.0.0.1, evil.example.com:9080",
    "127.0.0.1, localhost.evil.example.com",
    "127.0.0.1, 127.0.0.1.evil.example.com",
    "127.0.0.1, 10.0.0.7:9080"
  })
  void openServiceIsForNobodyElse(String peer, String host) {
    refusedByOpen(from(peer, Optional.of(host), Set.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"forwarded", "x-forwarded-for", "x-real-ip", "via", "x-forwarded-host"})
  void openServiceIsForNobodyBehindAProxy(String header) {
    refusedByOpen(from("127.0.0.1", Optional.of("localhost"), Set.of(header)));
  }

  @Test
  void openServiceWantsAHost() {
    refusedByOpen(from("127.0.0.1", Optional.empty(), Set.of()));
  }

  private void refusedByOpen(Approach approach) {
    assertThatThrownBy(() -> open.admit(approach))
        .isInstanceOf(AccessRefusedException.class)
        .hasMessageContaining("sandpool.api-key.NAME.hash");
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:9080, localhost:9080",
    "https://pool.example.com, pool.example.com",
    "https://pool.example.com, pool.example.com:443",
    "http://pool.example.com:80, POOL.example.com",
    "http://[::1]:9080, [::1]:9080"
  })
  void pagesOfTheServiceItselfComeIn(String origin, String host) {
    assertThat(shut.admit(page(origin, host)).name()).isEqualTo("key:ci");
  }

  @ParameterizedTest
  @CsvSource({
    "http://evil.example.com, pool.example.com",
    "null, pool.example.com",
    "'', pool.example.com",
    "https://pool.example.com:8443, pool.example.com",
    "http://localhost:3000, localhost:9080",
    "http://pool.example.com@evil.example.com, pool.example.com",
    "file://pool.example.com, pool.example.com",
    "'http://pool.example.com, http://evil.example.com', pool.example.com"
  })
  void pagesOfOthersDoNotWhateverTheySend(String origin, String host) {
    assertThatThrownBy(() -> shut.admit(page(origin, host)))
        .isInstanceOf(AccessRefusedException.class)
        .hasMessageContaining("Pages of other sites");
  }

  @Test
  void credentialsAreNeededWhereTheyAreSetUpOrInPods() {
    assertThat(settings.open(false)).isFalse();
    assertThat(bare(Mode.AUTO).open(false)).isTrue();
    assertThat(bare(Mode.AUTO).open(true)).isFalse();
    assertThat(bare(Mode.ON).open(false)).isFalse();
    assertThat(bare(Mode.DEV).open(true)).isTrue();
  }

  @Test
  void approachesShowNoKey() {
    assertThat(with(Optional.of(KEY.secret()), false, Optional.empty()).toString())
        .doesNotContain(KEY.secret());
  }

  private SecuritySettings bare(Mode mode) {
    return new SecuritySettings(
        mode, List.of(), false, "org", settings.groups(), settings.limits(), settings.audit());
  }

  private static Approach with(Optional<String> key, boolean bearer, Optional<Token> token) {
    return new Approach(
        "10.0.0.7", Optional.of("pool"), Optional.empty(), Set.of(), key, bearer, token);
  }

  private static Approach from(String peer, Optional<String> host, Set<String> headers) {
    return new Approach(
        peer, host, Optional.empty(), headers, Optional.empty(), false, Optional.empty());
  }

  private static Approach page(String origin, String host) {
    return new Approach(
        "10.0.0.7",
        Optional.of(host),
        Optional.of(origin),
        Set.of(),
        Optional.of(KEY.secret()),
        false,
        Optional.empty());
  }
}
