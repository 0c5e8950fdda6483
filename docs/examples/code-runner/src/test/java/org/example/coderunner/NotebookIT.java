package org.example.coderunner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A sandbox for each conversation, on the application's server. */
class NotebookIT {

  private static final URI SERVER =
      URI.create("http://localhost:" + System.getProperty("http.port"));
  private static final String COUNT =
      "import os; open('log', 'a').write('x'); print(os.path.getsize('log'))";

  private final HttpClient client = HttpClient.newHttpClient();
  private final String mine = UUID.randomUUID().toString();
  private final String hers = UUID.randomUUID().toString();

  @AfterEach
  void nothingIsLeftInUse() throws Exception {
    send("DELETE", "/notebook", "", mine);
    send("DELETE", "/notebook", "", hers);
    assertEquals("[]", send("GET", "/in-use", "").body());
  }

  @Test
  void conversationKeepsItsFilesAndOthersDoNotSeeThem() throws Exception {
    HttpResponse<String> first = send("POST", "/notebook", COUNT, mine);
    HttpResponse<String> second = send("POST", "/notebook", COUNT, mine);
    HttpResponse<String> other = send("POST", "/notebook", COUNT, hers);

    assertTrue(first.body().contains("\"output\":\"1\\n\""), first.body());
    assertTrue(second.body().contains("\"output\":\"2\\n\""), second.body());
    assertTrue(other.body().contains("\"output\":\"1\\n\""), other.body());
    assertEquals(
        List.of("CREATED", "FOUND", "CREATED"),
        List.of(origin(first), origin(second), origin(other)));
  }

  @Test
  void pathNamesItAsWell() throws Exception {
    send("POST", "/notebook", COUNT, mine);

    HttpResponse<String> byPath = send("POST", "/notebook/" + mine, COUNT);
    HttpResponse<String> path = send("POST", "/notebook/" + mine, COUNT, hers);

    assertTrue(byPath.body().contains("\"output\":\"2\\n\""), byPath.body());
    assertTrue(path.body().contains("\"output\":\"3\\n\""), path.body());
    assertEquals(204, send("DELETE", "/notebook/" + mine, "").statusCode());
  }

  @Test
  void callerIsToldThatFilesAreGone() throws Exception {
    send("POST", "/notebook", COUNT, mine);
    send("DELETE", "/notebook", "", mine);

    HttpResponse<String> again = send("POST", "/notebook", COUNT, mine);

    assertEquals("REPLACED", origin(again));
    assertTrue(again.body().contains("\"output\":\"1\\n\""), again.body());
  }

  @Test
  void requestWithoutAConversationIsRefused() throws Exception {
    HttpResponse<String> refused = send("POST", "/notebook", COUNT);

    assertEquals(400, refused.statusCode());
    assertTrue(refused.body().contains("X-Conversation-Id"), refused.body());
  }

  private static String origin(HttpResponse<String> answer) {
    return answer.headers().firstValue("X-Sandbox").orElse("none: " + answer.body());
  }

  private HttpResponse<String> send(String method, String path, String body, String... conversation)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(SERVER.resolve(path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "text/plain")
            .timeout(Duration.ofMinutes(1));
    for (String each : conversation) {
      request.header("X-Conversation-Id", each);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
