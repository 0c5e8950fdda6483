package dev.sandpool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sandpool.CreateRequest;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.testcluster.Kubectl;
import dev.sandpool.testcluster.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The packaged command line, as a job of the cluster's runs it. */
class CleanupIT {

  private TestCluster test;
  private Sandpool sandpool;

  @BeforeEach
  void open() {
    test = TestCluster.open("cli");
    Map<String, String> settings =
        Map.of(
            "sandpool.mode", "raw",
            "sandpool.kubernetes.kubeconfig", TestCluster.kubeconfig().toString(),
            "sandpool.kubernetes.namespace", test.cluster().namespace(),
            "sandpool.spec.image", TestCluster.DEBIAN,
            "sandpool.pool.min-idle", "1",
            "sandpool.raw.isolation-probe", "off",
            "sandpool.reaper.runner", "off");
    sandpool = Sandpool.start(SandpoolSettings.read(key -> Optional.ofNullable(settings.get(key))));
  }

  @AfterEach
  void close() {
    sandpool.close();
    test.close();
  }

  @Test
  void destroysWhatIsDueAndLeavesTheRestAndTheStock() throws Exception {
    CreateRequest request = CreateRequest.of("default").detach();
    String due = sandpool.sandboxes().create(request.withTtl(Duration.ofMillis(1))).id();
    String stays = sandpool.sandboxes().create(request).id();

    JsonObject told = JsonParser.parseString(run("--json", "--dry-run")).getAsJsonObject();
    assertThat(ids(told, "deleted")).containsExactly(due);
    assertThat(sandpool.sandboxes().find(due)).isPresent();

    JsonObject done = JsonParser.parseString(run("--json")).getAsJsonObject();
    assertThat(ids(done, "deleted")).containsExactly(due);
    assertThat(ids(done, "kept")).containsExactly(stays);
    assertThat(ids(done, "failed")).isEmpty();

    assertThat(run("--max-idle", "0s")).contains("deleted " + stays, "deleted 1, kept 0");
    assertThat(sandpool.sandboxes().list()).isEmpty();
  }

  @Test
  void theClusterAcceptsTheCronJob() throws Exception {
    Kubectl kubectl = new Kubectl(test.cluster().namespace());

    assertThat(kubectl.run("create", "--dry-run=server", "-f", "kubernetes/cleanup/cronjob.yaml"))
        .contains("cronjob.batch/sandpool-cleanup created (server dry run)");
  }

  private static List<String> ids(JsonObject result, String list) {
    return StreamSupport.stream(result.getAsJsonArray(list).spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .map(verdict -> verdict.get("id").getAsString())
        .toList();
  }

  private String run(String... options) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                "target/sandpool-cli.jar",
                "cleanup",
                "--mode=raw",
                "--set=sandpool.kubernetes.kubeconfig=" + TestCluster.kubeconfig(),
                "--namespace=" + test.cluster().namespace()));
    command.addAll(List.of(options));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    return out;
  }
}
