package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.BackendUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeconfigLoaderTest {

  private static final String CONFIG =
      """
      apiVersion: v1
      kind: Config
      current-context: one
      clusters:
      - {name: c, cluster: {server: "https://127.0.0.1:1"}}
      users:
      - {name: u, user: {token: secret}}
      contexts:
      - {name: one, context: {cluster: c, user: u, namespace: agents}}
      - {name: two, context: {cluster: c, user: u}}
      """;

  @TempDir Path directory;

  @Test
  void takesNamespaceOfContext() throws IOException {
    assertThat(load(CONFIG, Optional.empty(), Optional.empty()).namespace()).isEqualTo("agents");
    assertThat(load(CONFIG, Optional.of("two"), Optional.empty()).namespace()).isEqualTo("default");
    assertThat(load(CONFIG, Optional.empty(), Optional.of("mine")).namespace()).isEqualTo("mine");
  }

  @Test
  void readsFileOfEnvironment() throws IOException {
    Path file = Files.writeString(directory.resolve("config"), CONFIG);
    KubeconfigLoader loader =
        new KubeconfigLoader(Map.of("KUBECONFIG", file.toString())::get, InstantSource.system());

    Cluster cluster = loader.load(settings(null, Optional.empty(), Optional.empty()));

    assertThat(cluster.client().getBasePath()).isEqualTo("https://127.0.0.1:1");
  }

  @Test
  void namesMissingContext() {
    assertThatThrownBy(() -> load(CONFIG, Optional.of("three"), Optional.empty()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("no context 'three'")
        .hasMessageContaining("sandpool.kubernetes.context");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "clusters: 7", "just text", "apiVersion: v1\nkind: Config"})
  void namesBrokenFile(String content) {
    assertThatThrownBy(() -> load(content, Optional.empty(), Optional.empty()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("sandpool.kubernetes.kubeconfig");
  }

  @Test
  void namesMissingFile() {
    Path missing = directory.resolve("none");
    KubeconfigLoader loader = new KubeconfigLoader(name -> null, InstantSource.system());

    assertThatThrownBy(() -> loader.load(settings(missing, Optional.empty(), Optional.empty())))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining(missing.toString());
  }

  @Test
  void saysWhatToDoWithoutAnyCluster() {
    KubeconfigLoader loader = new KubeconfigLoader(name -> null, InstantSource.system());

    assertThatThrownBy(() -> loader.load(settings(null, Optional.empty(), Optional.empty())))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("sandpool.mode=local");
  }

  private Cluster load(String content, Optional<String> context, Optional<String> namespace)
      throws IOException {
    Path file = Files.writeString(directory.resolve("config"), content);
    return new KubeconfigLoader(name -> null, InstantSource.system())
        .load(settings(file, context, namespace));
  }

  private static ClusterSettings settings(
      Path file, Optional<String> context, Optional<String> namespace) {
    return new ClusterSettings(Optional.ofNullable(file), context, namespace);
  }
}
