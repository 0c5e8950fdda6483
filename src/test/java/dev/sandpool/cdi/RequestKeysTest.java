package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.Sandbox;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys in HTTP requests, which a bean stands in for here; the example has them on a server. */
class RequestKeysTest {

  private static final String CLAIM = "sandpool.conversation.jwt-claim";
  private static final String PARAMETER = "sandpool.conversation.path-parameter";
  private static final String HEADER = "sandpool.conversation.header";

  private SeContainer container;

  @BeforeEach
  void configure() {
    System.setProperty(CLAIM, "conv");
    System.setProperty(PARAMETER, "thread");
  }

  @AfterEach
  void shutDown() {
    List.of(CLAIM, PARAMETER, HEADER).forEach(System::clearProperty);
    container.close();
  }

  @Test
  void headerNamesTheConversationOfItsCaller() {
    assertThat(
            asked(
                call -> {
                  call.header("X-Conversation-Id", "h");
                  call.servletCaller = named("ann");
                }))
        .isEqualTo("ann/h");
  }

  @Test
  void whoIsNotKnownIsNoTenant() {
    assertThat(asked(call -> call.header("X-Conversation-Id", "h"))).isEqualTo("/h");
  }

  @Test
  void headerHasAnotherName() {
    System.setProperty(HEADER, "X-Thread");

    assertThat(
            asked(
                call -> {
                  call.header("X-Conversation-Id", "h");
                  call.header("X-Thread", "t");
                }))
        .isEqualTo("/t");
  }

  @Test
  void headerIsNotAskedWhereThereIsNone() {
    System.setProperty(HEADER, "none");

    assertThatThrownBy(() -> asked(call -> call.header("X-Conversation-Id", "h")))
        .isInstanceOf(NoConversationException.class)
        .hasMessageContaining("the claim 'conv' of the caller's token")
        .hasMessageContaining("the path parameter 'thread' of the resource")
        .hasMessageNotContaining("header");
  }

  @Test
  void emptyHeaderIsNone() {
    assertThatThrownBy(() -> asked(call -> call.header("X-Conversation-Id", "")))
        .isInstanceOf(NoConversationException.class)
        .hasMessageContaining("the header 'X-Conversation-Id' of the HTTP request");
  }

  /** A proxy in front may have looked at the first and we at the last. */
  @Test
  void headerThatIsGivenTwiceIsRefused() {
    assertThatThrownBy(
            () ->
                asked(
                    call -> {
                      call.header("X-Conversation-Id", "mine");
                      call.header("X-Conversation-Id", "hers");
                    }))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("header X-Conversation-Id: '***' cannot be used; give it once");
  }

  @Test
  void pathComesBeforeTheHeaderAndItsCallerIsTheResources() {
    assertThat(
            asked(
                call -> {
                  call.header("X-Conversation-Id", "h");
                  call.servletCaller = named("ann");
                  call.rest(Map.of("thread", List.of("p")), Optional.of(named("bob")));
                }))
        .isEqualTo("bob/p");
  }

  @Test
  void resourceWithoutTheParameterLeavesItToTheHeader() {
    assertThat(
            asked(
                call -> {
                  call.header("X-Conversation-Id", "h");
                  call.servletCaller = named("ann");
                  call.rest(Map.of("other", List.of("p")), Optional.empty());
                }))
        .isEqualTo("/h");
  }

  @Test
  void claimComesBeforeBoth() {
    assertThat(
            asked(
                call -> {
                  call.header("X-Conversation-Id", "h");
                  call.rest(
                      Map.of("thread", List.of("p")),
                      Optional.of(new Token("eve", Map.of("conv", Json.createValue("c")))));
                }))
        .isEqualTo("eve/c");
  }

  @Test
  void claimMayBeANumberAndPlainText() {
    assertThat(asked(call -> call.servletCaller = token(Json.createValue(17)))).isEqualTo("eve/17");
    container.close();
    assertThat(asked(call -> call.servletCaller = token("text"))).isEqualTo("eve/text");
    container.close();
    assertThat(asked(call -> call.servletCaller = token(17L))).isEqualTo("eve/17");
  }

  @Test
  void claimThatIsNoTextIsRefusedRatherThanPassedOver() {
    assertThatThrownBy(
            () ->
                asked(
                    call -> {
                      call.header("X-Conversation-Id", "h");
                      call.servletCaller = token(Json.createArrayBuilder().add("a").build());
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("The claim 'conv' of the caller's token is neither text");
  }

  @Test
  void tokenWithoutTheClaimLeavesItToTheOthers() {
    assertThat(
            asked(
                call -> {
                  call.header("X-Conversation-Id", "h");
                  call.servletCaller = new Token("eve", Map.of());
                }))
        .isEqualTo("eve/h");
  }

  @Test
  void outsideOfRequestsThereIsNone() {
    container = Door.open(Resource.class, Call.class);

    assertThatThrownBy(() -> container.select(Resource.class).get().sandbox.id())
        .isInstanceOf(NoConversationException.class);
  }

  /** What is asked for in a request, as tenant and key. */
  private String asked(Consumer<Call> request) {
    container = Door.open(Resource.class, Call.class);
    RequestContextController requests = container.select(RequestContextController.class).get();
    requests.activate();
    try {
      request.accept(container.select(Call.class).get());
      container.select(Resource.class).get().sandbox.id();
    } finally {
      requests.deactivate();
    }
    CreateRequest asked = CountingSandboxes.of(container).requests().get(0);
    return asked.tenant() + "/" + asked.key().orElseThrow();
  }

  private static Principal named(String name) {
    return () -> name;
  }

  private static Token token(Object claim) {
    return new Token("eve", Map.of("conv", claim));
  }

  /** Stands in for a resource. */
  @Singleton
  static class Resource {
    @Inject @Conversation Sandbox sandbox;
  }

  /** Makes the request that a server would. */
  @Singleton
  static class Call {
    private final Map<String, List<String>> headers = new HashMap<>();
    private Object rest;
    private Principal servletCaller;

    void header(String name, String value) {
      headers.computeIfAbsent(name, each -> new ArrayList<>()).add(value);
    }

    void rest(Map<String, List<String>> path, Optional<Principal> caller) {
      rest = new RestCall(name -> path.getOrDefault(name, List.of()), caller);
    }

    @Produces
    @RequestScoped
    HttpServletRequest request() {
      return (HttpServletRequest)
          Proxy.newProxyInstance(
              Call.class.getClassLoader(),
              new Class<?>[] {HttpServletRequest.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "getMethod" -> "GET";
                    case "getHeaders" ->
                        Collections.enumeration(
                            headers.getOrDefault((String) arguments[0], List.of()));
                    case "getAttribute" -> RestCall.ATTRIBUTE.equals(arguments[0]) ? rest : null;
                    case "getUserPrincipal" -> servletCaller;
                    default -> throw new UnsupportedOperationException(method.getName());
                  });
    }
  }

  /** A caller's token. */
  record Token(String name, Map<String, Object> claims) implements JsonWebToken {

    @Override
    public String getName() {
      return name;
    }

    @Override
    public Set<String> getClaimNames() {
      return claims.keySet();
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T> T getClaim(String claim) {
      return (T) claims.get(claim);
    }
  }
}
