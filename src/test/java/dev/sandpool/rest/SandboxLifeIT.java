package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.microshed.testing.jaxrs.RESTClient;
import org.microshed.testing.jupiter.MicroShedTest;

/** A user's first steps, against the running server, on each mode. */
@MicroShedTest
@Tag("service")
public class SandboxLifeIT {

  @RESTClient public static SandboxApi api;

  @Test
  void runsAPythonScript() {
    String id = create("{}");

    JsonObject result =
        json(
            api.exec(
                id,
                command("cat > a.py; python3 a.py; echo done >&2; exit 3")
                    .replace("}", ", \"stdin\": \"print(6 * 7)\"}")));

    assertThat(result.keySet())
        .containsExactly(
            "stdout",
            "stderr",
            "output",
            "exitCode",
            "signal",
            "timedOut",
            "oomKilled",
            "truncated",
            "droppedBytes",
            "durationMillis");
    assertThat(result.getString("stdout")).isEqualTo("42\n");
    assertThat(result.getString("stderr")).isEqualTo("done\n");
    assertThat(result.getInt("exitCode")).isEqualTo(3);
    assertThat(result.get("signal")).isEqualTo(JsonValue.NULL);
    assertThat(result.getBoolean("timedOut")).isFalse();
    assertThat(api.delete(id).getStatus()).isEqualTo(204);
  }

  @Test
  void isFoundByItsLabelUntilItIsDeleted() {
    String run = UUID.randomUUID().toString();
    String id = create("{\"labels\": {\"run\": \"" + run + "\"}}");

    JsonObject found =
        json(api.list("run=" + run)).getJsonArray("items").getValuesAs(JsonObject.class).get(0);
    assertThat(found.getString("id")).isEqualTo(id);
    assertThat(found.getString("mode")).isEqualTo(System.getProperty("sandpool.it.mode"));
    assertThat(found.getString("status")).isEqualTo("running");
    assertThat(api.get(id).getStatus()).isEqualTo(200);

    assertThat(api.delete(id).getStatus()).isEqualTo(204);
    assertThat(api.delete(id).getStatus()).isEqualTo(204);
    assertThat(api.get(id).getStatus()).isEqualTo(404);
    assertThat(json(api.list("run=" + run)).getJsonArray("items")).isEmpty();
  }

  @Test
  void commandOverItsTimeKeepsWhatItPrinted() {
    String id = create("{}");

    JsonObject result =
        json(
            api.exec(
                id, command("echo early; sleep 60").replace("}", ", \"timeoutSeconds\": 0.5}")));

    assertThat(result.getBoolean("timedOut")).isTrue();
    assertThat(result.getString("stdout")).isEqualTo("early\n");
    assertThat(result.get("exitCode")).isEqualTo(JsonValue.NULL);
    api.delete(id);
  }

  @Test
  void outputOverItsLimitIsCountedAndDropped() {
    String id = create("{}");

    JsonObject result =
        json(api.exec(id, command("printf abcdef").replace("}", ", \"maxOutputBytes\": 4}")));

    assertThat(result.getString("stdout")).isEqualTo("abcd");
    assertThat(result.getBoolean("truncated")).isTrue();
    assertThat(result.getInt("droppedBytes")).isEqualTo(2);
    api.delete(id);
  }

  @Test
  void takesTheSpecificationThatIsAskedFor() {
    String id = create("{\"spec\": \"small\"}");

    assertThat(json(api.exec(id, command("pwd"))).getString("stdout")).isEqualTo("/tmp\n");
    assertThat(json(api.get(id).readEntity(String.class)).getString("spec")).isEqualTo("small");
    api.delete(id);
  }

  @Test
  void tellsHowThePoolStands() {
    JsonObject pool = json(api.pools()).getJsonArray("items").getValuesAs(JsonObject.class).get(0);

    assertThat(pool.getString("name")).isEqualTo("default");
    assertThat(pool.getInt("target")).isEqualTo(2);
    assertThat(pool.getInt("maxTotal")).isEqualTo(20);
  }

  private static String create(String body) {
    Response response = api.create(body);
    JsonObject sandbox = json(response.readEntity(String.class));
    assertThat(response.getStatus()).isEqualTo(201);
    assertThat(response.getLocation().getPath())
        .isEqualTo("/api/v1/sandboxes/" + sandbox.getString("id"));
    return sandbox.getString("id");
  }

  private static String command(String text) {
    return Json.createObjectBuilder().add("command", text).build().toString();
  }
}
