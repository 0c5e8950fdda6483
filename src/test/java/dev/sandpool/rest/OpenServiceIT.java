package dev.sandpool.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server without credentials set up is for whoever is on its machine, and for nobody else. */
@Tag("service")
class OpenServiceIT {

  private static final int PORT = SandpoolEnvironment.server().getPort();

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "localhost:9080", "[::1]:1"})
  void servesItsOwnMachine(String host) throws IOException {
    assertThat(get("Host: " + host)).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @CsvSource({
    "Host: evil.example.com",
    "Host: evil.example.com:9080",
    "Host: 192.0.2.1:9080",
    "X-Forwarded-For: 127.0.0.1",
    "Forwarded: for=127.0.0.1",
    "Via: 1.1 proxy"
  })
  void refusesOthersWithTheCure(String header) throws IOException {
    String answer = header.startsWith("Host") ? get(header) : get("Host: localhost", header);

    assertThat(answer).startsWith("HTTP/1.1 403");
    assertThat(answer).contains("application/problem+json", "\"forbidden\"", "sandpool.api-key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.example.com", "null", "http://localhost:1"})
  void refusesPagesOfOtherSites(String origin) throws IOException {
    String answer = get("Host: localhost:" + PORT, "Origin: " + origin);

    assertThat(answer).startsWith("HTTP/1.1 403").contains("Pages of other sites");
    assertThat(answer.toLowerCase(Locale.ROOT)).doesNotContain("access-control-");
  }

  @Test
  void servesItsOwnPagesAndSendsNoCorsHeaders() throws IOException {
    String answer = get("Host: localhost:" + PORT, "Origin: http://localhost:" + PORT);

    assertThat(answer).startsWith("HTTP/1.1 200");
    assertThat(answer.toLowerCase(Locale.ROOT)).doesNotContain("access-control-");
  }

  /** The server has headers of its own for plug-ins of web servers; anybody could send them. */
  @Test
  void takesNoAddressFromHeaders() throws IOException {
    assertThat(get("Host: localhost", "$WSRA: 192.0.2.9", "$WSRH: evil", "$WSSN: evil"))
        .startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//api/v1/stats",
        "/api;x=y/v1/stats",
        "/%61pi/v1/stats",
        "/./api/v1/stats",
        "/x/../api/v1/stats",
        "/api/v1//stats",
        "/API/v1/stats"
      })
  void noSpellingOfAPathLeadsAroundTheCheck(String path) throws IOException {
    String answer = RawHttp.send(PORT, "GET " + path + " HTTP/1.1", "Host: evil.example.com");

    assertThat(answer).doesNotStartWith("HTTP/1.1 200").doesNotContain("\"total\"");
  }

  private static String get(String... headers) throws IOException {
    return RawHttp.send(
        PORT,
        Stream.concat(Stream.of("GET /api/v1/stats HTTP/1.1"), Arrays.stream(headers))
            .toArray(String[]::new));
  }
}
