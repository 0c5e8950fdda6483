package dev.sandpool.mcp.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class OriginRuleTest {

  private final OriginRule rule = new OriginRule(List.of("https://chat.example.com"));

  @Test
  void programsSendNone() {
    assertServed(null, "sandpool.example.com");
    assertServed(null, null);
  }

  @Test
  void pagesThatAreAllowedMay() {
    assertServed("https://chat.example.com", "sandpool.example.com");
    assertServed("HTTPS://Chat.example.com", "sandpool.example.com");
  }

  @Test
  void pagesOfItsOwnLoopbackAddressMay() {
    assertServed("http://localhost:9080", "localhost:9080");
    assertServed("http://127.0.0.1", "127.0.0.1");
    assertServed("http://[::1]:9080", "[::1]:9080");
  }

  @Test
  void othersMayNot() {
    assertRefused("https://evil.example", "localhost:9080");
    assertRefused("https://chat.example.com.evil.example", "localhost:9080");
    assertRefused("https://chat.example.com:444", "localhost:9080");
    assertRefused("http://chat.example.com", "localhost:9080");
    assertRefused("null", "localhost:9080");
    assertRefused("", "localhost:9080");
    assertRefused("::", "localhost:9080");
    assertRefused("http://localhost:9080", null);
  }

  @Test
  void namesThatWereMadeToLeadHereMayNot() {
    assertRefused("http://evil.example:9080", "evil.example:9080");
    assertRefused("http://localhost:9080", "evil.example:9080");
    // Another server's page on the same machine.
    assertRefused("http://localhost:3000", "localhost:9080");
    assertRefused("http://localhost.evil.example", "localhost.evil.example");
  }

  private void assertServed(String origin, String host) {
    assertThatCode(() -> rule.check(origin, host)).doesNotThrowAnyException();
  }

  private void assertRefused(String origin, String host) {
    assertThatThrownBy(() -> rule.check(origin, host))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("sandpool.mcp.allowed-origins");
  }
}
