package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.content;
import static dev.sandpool.rest.SandpoolClient.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many files in one request, as curl sends them. */
@Tag("service")
class BatchFilesIT {

  private final SandpoolClient client = new SandpoolClient();
  private String sandbox;

  @BeforeEach
  void create() {
    sandbox = client.create();
  }

  @AfterEach
  void delete() {
    client.delete(sandbox);
  }

  @Test
  void filesComeBackAsTheyWent(@TempDir Path directory) throws Exception {
    Path small = Files.writeString(directory.resolve("small"), "grüße\r\n");
    Path empty = Files.createFile(directory.resolve("empty"));
    byte[] random = new byte[20 << 20];
    new Random(3).nextBytes(random);
    Path large = Files.write(directory.resolve("large"), random);

    JsonArray sent =
        curl(
            "/workspace/deep/a.txt=@" + small,
            "/workspace/ü $(x) *'\"%25=@" + small,
            "/tmp=@" + small,
            "file=@" + large + ";filename=/workspace/large",
            "file=@" + small + ";filename=../../etc/x",
            "/etc/passwd=@" + small,
            "/workspace/empty=@" + empty,
            "/workspace/text=just this");

    assertThat(sent)
        .extracting(result -> outcome(result.asJsonObject()))
        .containsExactly(
            "/workspace/deep/a.txt 9",
            "/workspace/ü $(x) *'\"%25 9",
            "/tmp is_directory",
            "/workspace/large " + random.length,
            "../../etc/x invalid_path",
            "/etc/passwd permission_denied",
            "/workspace/empty 0",
            "/workspace/text 9");
    assertThat(sent.getJsonObject(2).getString("detail")).contains("/tmp");

    JsonArray got =
        download(
            "/workspace/large",
            "/workspace/none",
            "/workspace/ü $(x) *'\"%25",
            "/tmp",
            "relative",
            "/workspace/empty",
            "/workspace/text");
    assertThat(bytes(got.getJsonObject(0))).isEqualTo(random);
    assertThat(got.getJsonObject(0).get("error")).isEqualTo(JsonValue.NULL);
    assertThat(got.getJsonObject(1).getString("error")).isEqualTo("file_not_found");
    assertThat(got.getJsonObject(1).get("content")).isEqualTo(JsonValue.NULL);
    assertThat(bytes(got.getJsonObject(2))).asString(UTF_8).isEqualTo("grüße\r\n");
    assertThat(got.getJsonObject(3).getString("error")).isEqualTo("is_directory");
    assertThat(got.getJsonObject(4).getString("error")).isEqualTo("invalid_path");
    assertThat(bytes(got.getJsonObject(5))).isEmpty();
    assertThat(bytes(got.getJsonObject(6))).asString(UTF_8).isEqualTo("just this");
  }

  @Test
  void partsBeforeOneThatBreaksOffDoNotMakeItWhole() {
    HttpResponse<String> response =
        client.form(
            sandbox + "/files/upload",
            part("/workspace/whole", "x".repeat(300_000))
                + "\r\n"
                + part("/workspace/half", "x".repeat(300_000)));

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).getString("detail")).contains("may have been written");
    assertThat(client.get(content(sandbox, "/workspace/whole")).statusCode()).isEqualTo(200);
    assertThat(client.get(content(sandbox, "/workspace/half")).statusCode()).isEqualTo(404);
  }

  @Test
  void permissionBitsAreAsAsked() {
    client.put(
        content(sandbox, "/workspace/run.sh") + "&mode=0755",
        BodyPublishers.ofString("#!/bin/sh\necho ran\n"));
    client.form(
        sandbox + "/files/upload?mode=600",
        part("/workspace/b", "b") + "\r\n" + part("/workspace/c", "c") + "\r\n--xyz--\r\n");

    JsonObject ran =
        json(
            client.post(
                sandbox + "/exec",
                "{\"command\": \"stat -c %a /workspace/run.sh /workspace/b /workspace/c;"
                    + " /workspace/run.sh\"}"));
    assertThat(ran.getString("stdout")).isEqualTo("755\n600\n600\nran\n");
  }

  private JsonArray download(String... paths) {
    String body =
        Json.createObjectBuilder()
            .add("paths", Json.createArrayBuilder(List.of(paths)))
            .build()
            .toString();
    return json(client.post(sandbox + "/files/download", body)).getJsonArray("results");
  }

  private JsonArray curl(String... parts) throws IOException {
    Path curl = Path.of("/usr/bin/curl");
    Assumptions.assumeTrue(Files.isExecutable(curl), "curl is not installed");
    List<String> argv = new ArrayList<>(List.of(curl.toString(), "-s"));
    for (String part : parts) {
      argv.addAll(List.of("-F", part));
    }
    argv.add(client.address(sandbox + "/files/upload").toString());
    Process process = new ProcessBuilder(argv).start();
    return json(new String(process.getInputStream().readAllBytes(), UTF_8)).getJsonArray("results");
  }

  private static String part(String name, String content) {
    return "--xyz\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + content;
  }

  private static String outcome(JsonObject result) {
    return result.getString("path")
        + " "
        + (result.isNull("error") ? result.getInt("size") : result.getString("error"));
  }

  private static byte[] bytes(JsonObject result) {
    return Base64.getDecoder().decode(result.getString("content"));
  }
}
