package org.example.coderunner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The application on its server; after each test no sandbox is left in use. */
class CodeRunnerIT {

  private static final URI SERVER =
      URI.create("http://localhost:" + System.getProperty("http.port"));

  private final HttpClient user =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

  @AfterEach
  void nothingIsLeftInUse() throws Exception {
    assertEquals("[]", send("GET", "/in-use", "").body());
  }

  @Test
  void runsPython() throws Exception {
    assertEquals(
        "{\"exitCode\":0,\"output\":\"42\\n\",\"timedOut\":false}",
        send("POST", "/run/python", "print(6 * 7)").body());
  }

  @Test
  void tellsHowCodeFailed() throws Exception {
    assertEquals(
        "{\"exitCode\":3,\"output\":\"no\\n\",\"timedOut\":false}",
        send("POST", "/run/sh", "echo no >&2; exit 3").body());
  }

  @Test
  void requestsDoNotMeet() throws Exception {
    send("POST", "/run/sh", "echo secret > left-behind");
    assertTrue(send("POST", "/run/sh", "cat left-behind").body().contains("\"exitCode\":1"));
  }

  @Test
  void sessionKeepsItsFiles() throws Exception {
    assertEquals(204, send("PUT", "/workbench/files/a.txt", "one\ntwo\n").statusCode());
    send("POST", "/workbench/run", "wc -l < a.txt > lines");
    assertEquals("2\n", send("GET", "/workbench/files/lines", "").body());
    assertEquals(204, send("DELETE", "/workbench", "").statusCode());
  }

  @Test
  void answersWithAFileThatCodeMade() throws Exception {
    assertEquals(
        "<svg/>", send("POST", "/drawings", "open('drawing', 'w').write('<svg/>')").body());
  }

  @Test
  void tellsWhyThereIsNoFile() throws Exception {
    HttpResponse<String> answer = send("POST", "/drawings", "raise ValueError('no idea')");
    assertEquals(502, answer.statusCode());
    assertTrue(answer.body().contains("no idea"), answer.body());
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return user.send(
        HttpRequest.newBuilder(SERVER.resolve(path))
            .method(method, BodyPublishers.ofString(body))
            .header(
                "Content-Type", path.contains("files") ? "application/octet-stream" : "text/plain")
            .timeout(Duration.ofMinutes(1))
            .build(),
        BodyHandlers.ofString());
  }
}
