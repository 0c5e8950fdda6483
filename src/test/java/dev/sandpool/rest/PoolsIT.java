package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sizes of a pool, changed while it serves. */
@Tag("service")
class PoolsIT {

  private final SandpoolClient client = new SandpoolClient();

  @AfterEach
  void restore() {
    client.patch("pools/small", "{\"maxTotal\": 20, \"maxIdle\": 0}");
  }

  @Test
  void changesWhatIsGivenAndKeepsTheRest() {
    HttpResponse<String> first = client.patch("pools/small", "{\"maxTotal\": 7, \"maxIdle\": 3}");
    HttpResponse<String> second =
        client.patch("pools/small", "application/merge-patch+json", "{\"refillRate\": 60}");

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(second.statusCode()).isEqualTo(200);
    JsonObject pool = json(client.get("pools/small"));
    assertThat(pool.getInt("maxTotal")).isEqualTo(7);
    assertThat(pool.getInt("maxIdle")).isEqualTo(3);
    assertThat(pool.getInt("minIdle")).isZero();
    assertThat(json(client.get("pools/default")).getInt("maxTotal")).isEqualTo(20);
  }

  @Test
  void changesNothingWhenOneOfThemIsRefused() {
    assertThat(client.patch("pools/small", "{\"maxTotal\": 9, \"maxPerTenant\": 10}").statusCode())
        .isEqualTo(400);

    assertThat(json(client.get("pools/small")).getInt("maxTotal")).isEqualTo(20);
  }
}
