package org.example.chat;

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
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Chats on the application's server, with the scripted model. */
class ChatIT {

  private static final URI SERVER =
      URI.create("http://localhost:" + System.getProperty("http.port"));

  private final HttpClient client = HttpClient.newHttpClient();
  private final String mine = "/chat/" + UUID.randomUUID();
  private final String hers = "/chat/" + UUID.randomUUID();

  @AfterEach
  void end() throws Exception {
    assertEquals(204, send("DELETE", mine, "").statusCode());
    assertEquals(204, send("DELETE", hers, "").statusCode());
  }

  @Test
  void threadKeepsItsFilesAndOthersDoNotSeeThem() throws Exception {
    assertEquals("It printed: [no output]", say(mine, "echo mine > note"));

    assertEquals("It printed: mine\n", say(mine, "cat note"));
    String other = say(hers, "cat note");
    assertTrue(other.contains("No such file"), other);
  }

  @Test
  void modelSeesWhatWentWrong() throws Exception {
    assertEquals("It printed: [exit code 3]", say(mine, "exit 3"));
  }

  @Test
  void threadThatEndedHasNoFiles() throws Exception {
    say(mine, "echo mine > note");
    send("DELETE", mine, "");

    String answer = say(mine, "cat note");

    assertTrue(answer.startsWith("It printed: [The sandbox is a new one"), answer);
    assertTrue(answer.contains("No such file"), answer);
  }

  private String say(String thread, String message) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("POST", thread, message);
    assertEquals(200, answer.statusCode(), answer.body());
    return answer.body();
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(SERVER.resolve(path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "text/plain")
            .timeout(Duration.ofMinutes(2))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
