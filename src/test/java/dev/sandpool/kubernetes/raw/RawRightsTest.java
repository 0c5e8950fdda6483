package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.Right;
import dev.sandpool.kubernetes.fixture.ApiServer;
import dev.sandpool.testcluster.LogLines;
import io.kubernetes.client.openapi.models.V1ClusterRole;
import io.kubernetes.client.openapi.models.V1PolicyRule;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.util.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mode raw looks at its rights when it starts, and says what is wrong with them. */
@Timeout(30)
class RawRightsTest {

  @TempDir private Path directory;
  private final ApiServer server = new ApiServer();
  private final ExecThreads threads = ExecThreads.create();
  private final LogLines log = new LogLines("dev.sandpool.kubernetes.AccessReport");

  private ClusterSettings settings;

  @BeforeEach
  void locate() {
    settings =
        new ClusterSettings(
            Optional.of(server.kubeconfig(directory)), Optional.empty(), Optional.empty());
  }

  @AfterEach
  void stop() {
    log.close();
    server.close();
    threads.close();
  }

  @Test
  void areThoseOfTheRole() throws IOException {
    V1Role role = Yaml.loadAs(manifest("role.yaml"), V1Role.class);

    assertSame(RawRights.in("any"), role.getRules());
  }

  @Test
  void areThoseOfTheClusterRoleWithANamespacePerSandbox() throws IOException {
    V1ClusterRole role =
        Yaml.loadAs(manifest("namespace-per-sandbox/clusterrole.yaml"), V1ClusterRole.class);

    assertSame(RawRights.everywhere(), role.getRules());
  }

  @Test
  void areThoseOfTheRoleBesideItWhereTheReplicasAre() throws IOException {
    String manifest = manifest("namespace-per-sandbox/role.yaml");
    V1Role role = Yaml.loadAs(manifest.substring(0, manifest.indexOf("---")), V1Role.class);
    List<Right> home =
        RawRights.of(RawSandboxes.namespaced(settings)).apply("home").stream()
            .filter(right -> right.namespace().equals("home"))
            .toList();

    assertSame(home, role.getRules());
  }

  private static String manifest(String file) throws IOException {
    return Files.readString(Path.of("kubernetes", "rbac").resolve(file));
  }

  private static void assertSame(List<Right> rights, List<V1PolicyRule> rules) {
    List<String> granted =
        rules.stream()
            .flatMap(
                rule ->
                    rule.getVerbs().stream()
                        .map(verb -> verb + " " + rule.getApiGroups() + rule.getResources()))
            .toList();

    assertThat(rights)
        .extracting(
            right ->
                "%s [%s][%s%s]"
                    .formatted(
                        right.verb(),
                        right.group(),
                        right.resource(),
                        right.subresource().isEmpty() ? "" : "/" + right.subresource()))
        .containsExactlyInAnyOrderElementsOf(granted);
  }

  @Test
  void startIsSilentWithAllOfThem() {
    connect().close();

    assertThat(log.lines()).isEmpty();
  }

  @Test
  void everyMissingOneIsNamedWhereOneIsRequired() {
    server.reviews().deny("patch pods").deny("get pods/exec").deny("list events");

    assertThatThrownBy(this::connect)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("cannot patch resource \"pods\" in API group \"\"")
        .hasMessageContaining("cannot get resource \"pods/exec\" in API group \"\"")
        .hasMessageContaining("cannot list resource \"events\"")
        .hasMessageContaining("in the namespace \"" + ApiServer.NAMESPACE + "\" (claiming)")
        .hasMessageEndingWith(". Grant them with kubernetes/rbac/role.yaml");
  }

  @Test
  void firstRequestThatIsRefusedDoesNotHideTheOthers() {
    server.pods().failLists(403);
    server.reviews().deny("list pods").deny("create pods");

    assertThatThrownBy(this::connect)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("cannot list resource \"pods\"")
        .hasMessageContaining("cannot create resource \"pods\"");
  }

  @Test
  void firstRequestThatIsRefusedIsToldThoughTheReviewsSayYes() {
    server.pods().failLists(403);

    assertThatThrownBy(this::connect)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("the server has a bad day");
  }

  @Test
  void oneThatIsOnlyUsefulIsAWarning() {
    server.reviews().deny("list events").deny("create networkpolicies");

    connect().close();

    assertThat(log.lines())
        .singleElement()
        .asString()
        .contains("works", "cannot list resource \"events\" in API group \"\"")
        .contains("cannot create resource \"networkpolicies\" in API group \"networking.k8s.io\"")
        .contains("kubernetes/rbac/role.yaml");
  }

  @Test
  void remarksOfTheServerAreTold() {
    server.reviews().deny("get pods").deny("patch pods").remark("role \"sandpool\" not found");

    assertThatThrownBy(this::connect)
        .hasMessageContaining("[role \"sandpool\" not found]. Grant them");
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 429, 500})
  void reviewsThatAreRefusedLeaveThemUnknown(int code) {
    server.reviews().fail(code);

    connect().close();

    assertThat(log.lines())
        .singleElement()
        .asString()
        .contains("does not tell", "no reviews today");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "{}", "[]", "<html>busy</html>", "{\"status\":{}}"})
  void answersThatAreNoReviewsLeaveThemUnknown(String body) {
    server.reviews().answer(body);

    connect().close();

    assertThat(log.lines()).singleElement().asString().contains("does not tell");
  }

  @Test
  void startsThatFailLeaveNoThreads() {
    server.reviews().deny("get pods");
    fail(2);
    long before = clientThreads();

    fail(10);

    await().untilAsserted(() -> assertThat(clientThreads()).isLessThanOrEqualTo(before + 2));
  }

  /** The server's own threads are in this process too. */
  private static long clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("OkHttp Dispatcher") || name.startsWith("sandpool-"))
        .count();
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(this::connect).isInstanceOf(BackendUnavailableException.class);
    }
  }

  private RawBackend connect() {
    return new RawBackend(RawSandboxes.settings(settings), threads, ExecTimings.DEFAULT);
  }
}
