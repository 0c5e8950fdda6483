package dev.sandpool.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CreateRequest;
import dev.sandpool.mcp.protocol.ClientSession;
import dev.sandpool.mcp.tool.FakeSandboxes;
import dev.sandpool.mcp.tool.Workplace;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class SessionsTest {

  private static final Duration IDLE = Duration.ofMinutes(5);

  private final AtomicLong nanos = new AtomicLong();
  private final FakeSandboxes fakes = new FakeSandboxes();
  private final Sessions sessions = new Sessions(2, IDLE);

  @Test
  void tenantGetsToItsOwnSessionsOnly() throws RefusedException {
    HttpSession blue = add("1", "blue");

    assertThat(sessions.require("1", "blue")).isSameAs(blue);
    String strangers = refusal("1", "red");
    assertThat(strangers).isEqualTo(refusal("none", "red")).contains("there is no such session");
    assertThat(refusal("1", "")).isEqualTo(strangers);
    assertThat(refusal(null, "blue")).contains("Mcp-Session-Id: no value was given");
  }

  @Test
  void refusesMoreThanThereMayBe() throws RefusedException {
    HttpSession first = add("1", "");
    add("2", "");
    assertThatThrownBy(() -> add("3", "")).hasMessageContaining("sandpool.mcp.max-sessions");

    sessions.end(first);
    add("3", "");
    assertThat(refusal("1", "")).contains("or no more");
  }

  @Test
  void sweepsUpWhatIsNotUsedWithItsSandbox() throws RefusedException {
    add("1", "");
    nanos.set(IDLE.toNanos() / 2);
    add("2", "");
    nanos.set(IDLE.toNanos());
    sessions.sweep();

    assertThat(refusal("1", "")).contains("or no more");
    assertThat(sessions.require("2", "").id()).isEqualTo("2");
    assertThat(fakes.closed).containsExactly("sp-1");
  }

  @Test
  void closingEndsAllAndTakesNoMore() throws RefusedException {
    add("1", "");
    sessions.close();

    assertThat(fakes.closed).containsExactly("sp-1");
    assertThatThrownBy(() -> add("2", "")).hasMessageContaining("The server stops");
  }

  private String refusal(String id, String tenant) {
    try {
      return sessions.require(id, tenant).id();
    } catch (RefusedException e) {
      return e.getMessage();
    }
  }

  /** One that has a sandbox. */
  private HttpSession add(String id, String tenant) throws RefusedException {
    Workplace place = new Workplace(fakes.sandboxes(), CreateRequest.of("default"));
    HttpSession session =
        new HttpSession(
            tenant,
            new McpStreamableServerSession(id, null, null, IDLE, Map.of(), Map.of(), Mono::empty),
            new ClientSession(place, nanos::get));
    sessions.add(session);
    FakeSandboxes.use(place);
    return session;
  }
}
