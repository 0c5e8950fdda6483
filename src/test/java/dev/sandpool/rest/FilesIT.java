package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.content;
import static dev.sandpool.rest.SandpoolClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files over HTTP, as bytes and as text. */
@Tag("service")
class FilesIT {

  private static final int MEBIBYTE = 1 << 20;

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
  void fiftyMebibytesComeBackAsTheyWent(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("random");
    writeRandom(file, 50);
    String target = content(sandbox, "/workspace/deep/ly/random");

    HttpResponse<String> sent = client.put(target, BodyPublishers.ofFile(file));
    assertThat(sent.statusCode()).isEqualTo(204);
    HttpResponse<InputStream> got =
        client.send(client.request(target).GET().build(), BodyHandlers.ofInputStream());

    assertThat(sha256(got.body())).isEqualTo(sha256(Files.newInputStream(file)));
  }

  @Test
  void namesAreTakenLiterally() {
    String target = content(sandbox, "/workspace/ü $(x) 'y' *.txt");

    client.put(target, BodyPublishers.ofString("text"));

    assertThat(client.get(target).body()).isEqualTo("text");
    JsonObject listing = json(client.get(sandbox + "/files?path=/workspace"));
    JsonObject file = listing.getJsonArray("items").getJsonObject(0);
    assertThat(file.getString("path")).isEqualTo("/workspace/ü $(x) 'y' *.txt");
    assertThat(file.getString("type")).isEqualTo("file");
    assertThat(file.getInt("size")).isEqualTo(4);
    assertThat(file.getString("mode")).isEqualTo("0644");
    assertThat(file.getString("modifiedAt")).endsWith("Z");
    assertThat(client.delete(target).statusCode()).isEqualTo(204);
  }

  @Test
  void textIsReadByLines() {
    client.put(content(sandbox, "/workspace/a"), BodyPublishers.ofString("1\n2\n3\n"));

    JsonObject first = read("{\"path\": \"/workspace/a\", \"limit\": 2}");
    assertThat(first.getString("content")).isEqualTo("1\n2\n");
    assertThat(first.getString("encoding")).isEqualTo("utf-8");
    assertThat(first.getInt("totalLines")).isEqualTo(3);
    assertThat(first.getInt("nextOffset")).isEqualTo(2);
    JsonObject last = read("{\"path\": \"/workspace/a\", \"offset\": 2}");
    assertThat(last.getString("content")).isEqualTo("3\n");
    assertThat(last.get("nextOffset")).isEqualTo(JsonValue.NULL);
  }

  @Test
  void filesAreEditedMovedAndSearched() {
    client.put(content(sandbox, "/workspace/src/a.py"), BodyPublishers.ofString("x = 1\ny = 2\n"));

    JsonObject edited =
        json(
            client.post(
                sandbox + "/files/edit",
                "{\"path\": \"/workspace/src/a.py\", \"oldText\": \"1\", \"newText\": \"3\"}"));
    assertThat(edited.getInt("occurrences")).isEqualTo(1);
    HttpResponse<String> moved =
        client.post(
            sandbox + "/files/move",
            "{\"from\": \"/workspace/src/a.py\", \"to\": \"/workspace/lib/b.py\"}");
    assertThat(moved.statusCode()).isEqualTo(204);

    JsonObject found = json(client.post(sandbox + "/files/glob", "{\"pattern\": \"*.py\"}"));
    assertThat(found.getBoolean("truncated")).isFalse();
    assertThat(found.getJsonArray("matches").getJsonObject(0).getString("path"))
        .isEqualTo("/workspace/lib/b.py");
    JsonObject lines = json(client.post(sandbox + "/files/grep", "{\"pattern\": \"= 3\"}"));
    assertThat(lines.getJsonArray("matches").getJsonObject(0))
        .isEqualTo(
            SandpoolClient.json(
                "{\"path\": \"/workspace/lib/b.py\", \"line\": 1, \"text\": \"x = 3\"}"));
  }

  private JsonObject read(String body) {
    return json(client.post(sandbox + "/files/read", body));
  }

  private static void writeRandom(Path file, int mebibytes) throws IOException {
    Random random = new Random(1);
    byte[] block = new byte[MEBIBYTE];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < mebibytes; i++) {
        random.nextBytes(block);
        out.write(block);
      }
    }
  }

  private static String sha256(InputStream content) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (InputStream in = new DigestInputStream(content, digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
