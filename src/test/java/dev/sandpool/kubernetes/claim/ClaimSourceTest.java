package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.kubernetes.fixture.ObjectStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What claims are made from, in each version of the API; and clusters that have none. */
@Timeout(60)
class ClaimSourceTest {

  private static final String TEMPLATE = "{\"metadata\":{\"name\":\"python\"}}";
  private static final String OWN_POOL = "sandpool-python";

  @TempDir private Path directory;
  private ClaimFixture fixture;
  private ObjectStore pools;
  private ObjectStore templates;

  @BeforeEach
  void open() {
    fixture = new ClaimFixture(directory);
    pools = fixture.server.store("sandboxwarmpools");
    templates = fixture.server.store("sandboxtemplates");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void templateGetsAnEmptyPoolThatGoesWithIt() {
    templates.addJson(TEMPLATE);
    ClaimBackend backend = fixture.open(ClaimFixture.TEMPLATE);

    ManagedSandbox sandbox = backend.create(fixture.spec());

    assertThat(fixture.controller.spec(sandbox.id()).getAsJsonObject("warmPoolRef"))
        .hasToString("{\"name\":\"" + OWN_POOL + "\"}");
    JsonObject pool = pools.get(OWN_POOL).orElseThrow();
    assertThat(pool.getAsJsonObject("spec").get("replicas").getAsInt()).isZero();
    assertThat(pool.getAsJsonObject("spec").getAsJsonObject("sandboxTemplateRef"))
        .hasToString("{\"name\":\"python\"}");
    assertThat(pool.getAsJsonObject("metadata").toString())
        .contains("\"app.kubernetes.io/managed-by\":\"sandpool\"")
        .contains("\"ownerReferences\"")
        .contains(uid(templates, "python"));
  }

  @Test
  void poolIsMadeOnceByAllReplicas() {
    templates.addJson(TEMPLATE);
    fixture.open(ClaimFixture.TEMPLATE).create(fixture.spec());
    ClaimBackend second = fixture.open(ClaimFixture.TEMPLATE);

    second.create(fixture.spec());
    second.create(fixture.spec());

    assertThat(pools.writes()).containsExactly("POST " + OWN_POOL);
  }

  @Test
  void poolThatSomebodyDeletedIsMadeAnew() {
    templates.addJson(TEMPLATE);
    ClaimBackend backend = fixture.open(ClaimFixture.TEMPLATE);
    backend.create(fixture.spec());
    pools.delete(OWN_POOL);
    fixture.controller.onClaim(
        claim -> fixture.controller.unready(claim, "WarmPoolNotFound", "not found"));
    assertThatThrownBy(() -> backend.create(fixture.spec()))
        .hasMessageContaining("WarmPoolNotFound");

    fixture.controller.onClaim(fixture.controller::adopt);
    backend.create(fixture.spec());

    assertThat(pools.get(OWN_POOL)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"somebody,python", "sandpool,node"})
  void poolOfThatNameThatIsAnothersIsNotUsed(String manager, String template) {
    templates.addJson(TEMPLATE);
    pools.addJson(
        """
        {"metadata":{"name":"%s","labels":{"app.kubernetes.io/managed-by":"%s"}},
         "spec":{"replicas":3,"sandboxTemplateRef":{"name":"%s"}}}
        """
            .formatted(OWN_POOL, manager, template));
    ClaimBackend backend = fixture.open(ClaimFixture.TEMPLATE);

    assertThatThrownBy(() -> backend.create(fixture.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining(OWN_POOL)
        .hasMessageContaining("sandpool.claim.warm-pool");
    assertThat(fixture.controller.claims().writes()).isEmpty();
  }

  @Test
  void templateThatIsNotThereIsSaid() {
    ClaimBackend backend = fixture.open(ClaimFixture.TEMPLATE);

    assertThatThrownBy(() -> backend.create(fixture.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("SandboxTemplate python is not there")
        .hasMessageContaining("sandpool.claim.template");
  }

  @Test
  void podMetadataIsSentWhereThereIsAny() {
    ClaimBackend backend =
        fixture.open(
            new ClaimOptions(
                Optional.of("pool"),
                Optional.empty(),
                Map.of("sandbox.users.io/team", "blue"),
                Map.of("example.com/owner", "team blue")));

    ManagedSandbox sandbox = backend.create(fixture.spec());

    assertThat(fixture.controller.spec(sandbox.id()).getAsJsonObject("additionalPodMetadata"))
        .hasToString(
            "{\"labels\":{\"sandbox.users.io/team\":\"blue\"},"
                + "\"annotations\":{\"example.com/owner\":\"team blue\"}}");
  }

  @Test
  void alphaClaimsNameTheTemplateOfThePool() {
    onlyAlpha();
    pools.addJson(
        """
        {"metadata":{"name":"pool"},"spec":{"sandboxTemplateRef":{"name":"python"}}}
        """);
    ClaimBackend backend = fixture.open(ClaimFixture.POOL);

    JsonObject spec = fixture.controller.spec(backend.create(fixture.spec()).id());

    assertThat(spec.getAsJsonObject("sandboxTemplateRef")).hasToString("{\"name\":\"python\"}");
    assertThat(spec.get("warmpool").getAsString()).isEqualTo("pool");
    assertThat(spec.has("warmPoolRef")).isFalse();
  }

  @Test
  void alphaClaimsOnATemplateNeedNoPool() {
    onlyAlpha();
    ClaimBackend backend = fixture.open(ClaimFixture.TEMPLATE);

    JsonObject spec = fixture.controller.spec(backend.create(fixture.spec()).id());

    assertThat(spec.getAsJsonObject("sandboxTemplateRef")).hasToString("{\"name\":\"python\"}");
    assertThat(spec.get("warmpool").getAsString()).isEqualTo("default");
    assertThat(pools.writes()).isEmpty();
  }

  @Test
  void alphaPoolThatIsNotThereIsSaid() {
    onlyAlpha();
    ClaimBackend backend = fixture.open(ClaimFixture.POOL);

    assertThatThrownBy(() -> backend.create(fixture.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("SandboxWarmPool pool is not there");
  }

  @ParameterizedTest
  @CsvSource({
    "agents.x-k8s.io,'',is not there",
    "extensions.agents.x-k8s.io,'',is not there",
    "extensions.agents.x-k8s.io,v2,is served only as [v2]"
  })
  void clusterWithoutItSaysWhatToInstall(String group, String version, String found) {
    if (version.isEmpty()) {
      fixture.server.serves(group);
    } else {
      fixture.server.serves(group, version);
    }

    assertThatThrownBy(() -> fixture.open(ClaimFixture.POOL))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("API group " + group + " " + found)
        .hasMessageContaining("sandbox-with-extensions.yaml")
        .hasMessageContaining("--extensions");
  }

  private void onlyAlpha() {
    fixture
        .server
        .serves(AgentKeys.SANDBOX_GROUP, "v1alpha1")
        .serves(AgentKeys.CLAIM_GROUP, "v1alpha1");
  }

  private static String uid(ObjectStore store, String name) {
    return store.get(name).orElseThrow().getAsJsonObject("metadata").get("uid").getAsString();
  }
}
