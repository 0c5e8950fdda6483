package dev.sandpool.rest;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Plain HTTP to the server, for what a typed client cannot send or does not show. */
final class SandpoolClient {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI base;

  SandpoolClient() {
    this(SandpoolEnvironment.server());
  }

  SandpoolClient(URI server) {
    base = server.resolve("/api/v1/");
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE);
  }

  HttpResponse<String> get(String path) {
    return send(request(path).GET().build());
  }

  HttpResponse<String> delete(String path) {
    return send(request(path).DELETE().build());
  }

  HttpResponse<String> post(String path, String json) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build());
  }

  HttpResponse<String> patch(String path, String json) {
    return patch(path, "application/json", json);
  }

  HttpResponse<String> patch(String path, String type, String json) {
    return send(
        request(path)
            .header("Content-Type", type)
            .method("PATCH", BodyPublishers.ofString(json))
            .build());
  }

  /** Sends a multipart form whose boundary is {@code xyz}. */
  HttpResponse<String> form(String path, String body) {
    return send(
        request(path)
            .header("Content-Type", "multipart/form-data; boundary=xyz")
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  /** Where a path of the API is. */
  URI address(String path) {
    return base.resolve(path);
  }

  HttpResponse<String> put(String path, BodyPublisher body) {
    return send(request(path).PUT(body).build());
  }

  HttpResponse<String> send(HttpRequest request) {
    return send(request, BodyHandlers.ofString());
  }

  <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException e) {
      throw new AssertionError(request + " failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Creates a sandbox and gives its path. */
  String create() {
    return "sandboxes/" + json(post("sandboxes", "{}")).getString("id");
  }

  static String content(String sandbox, String path) {
    return sandbox + "/files/content?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
  }

  static JsonObject json(HttpResponse<String> response) {
    return json(response.body());
  }

  static JsonObject json(String text) {
    try (JsonReader reader = Json.createReader(new StringReader(text))) {
      return reader.readObject();
    }
  }
}
