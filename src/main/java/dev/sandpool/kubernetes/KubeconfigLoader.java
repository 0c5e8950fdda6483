package dev.sandpool.kubernetes;

import dev.sandpool.BackendUnavailableException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** Finds the cluster's address and credentials, as kubectl does. */
final class KubeconfigLoader {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private final Function<String, String> environment;
  private final InstantSource machine;

  KubeconfigLoader(Function<String, String> environment, InstantSource machine) {
    this.environment = environment;
    this.machine = machine;
  }

  Cluster load(ClusterSettings settings) {
    Optional<Path> file = settings.kubeconfig().or(this::fromEnvironment).or(this::fromHome);
    return file.map(path -> fromFile(path, settings)).orElseGet(() -> fromPod(settings));
  }

  private Optional<Path> fromEnvironment() {
    String list = environment.apply("KUBECONFIG");
    if (list == null || list.isBlank()) {
      return Optional.empty();
    }
    return Optional.of(Path.of(list.split(File.pathSeparator, 2)[0]));
  }

  private Optional<Path> fromHome() {
    String home = environment.apply("HOME");
    return Optional.ofNullable(home)
        .map(path -> Path.of(path, ".kube", "config"))
        .filter(Files::isReadable);
  }

  private Cluster fromFile(Path path, ClusterSettings settings) {
    try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      KubeConfig config = KubeConfig.loadKubeConfig(reader);
      config.setFile(path.toFile());
      settings.context().ifPresent(context -> choose(config, context, path));
      ApiClient client = ClientBuilder.kubeconfig(config).setReadTimeout(TIMEOUT).build();
      String namespace =
          settings
              .namespace()
              .or(() -> Optional.ofNullable(config.getNamespace()))
              .orElse("default");
      return Cluster.of(client.setConnectTimeout((int) TIMEOUT.toMillis()), namespace, machine);
    } catch (BackendUnavailableException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // The parser throws whatever the broken place leads to: cast, null, YAML errors.
      throw new BackendUnavailableException(
          "The kubeconfig %s cannot be read (%s); check sandpool.kubernetes.kubeconfig or KUBECONFIG"
              .formatted(path, brief(e)),
          e);
    }
  }

  private static void choose(KubeConfig config, String context, Path path) {
    if (!config.setContext(context)) {
      throw new BackendUnavailableException(
          "The kubeconfig %s has no context '%s'; check sandpool.kubernetes.context"
              .formatted(path, context));
    }
  }

  private Cluster fromPod(ClusterSettings settings) {
    if (environment.apply("KUBERNETES_SERVICE_HOST") == null) {
      throw new BackendUnavailableException(
          "No Kubernetes cluster is configured: there is no KUBECONFIG, no ~/.kube/config, and this"
              + " is not a Pod. Set sandpool.kubernetes.kubeconfig, or use sandpool.mode=local for"
              + " development without a cluster");
    }
    try {
      ApiClient client = ClientBuilder.cluster().setReadTimeout(TIMEOUT).build();
      String own = Files.readString(ACCOUNT.resolve("namespace")).strip();
      return Cluster.of(
          client.setConnectTimeout((int) TIMEOUT.toMillis()),
          settings.namespace().orElse(own),
          machine);
    } catch (IOException | RuntimeException e) {
      throw new BackendUnavailableException(
          "This Pod's ServiceAccount cannot be used ("
              + brief(e)
              + "); give the Pod one, with automountServiceAccountToken: true",
          e);
    }
  }

  private static String brief(Exception e) {
    String text =
        e.getMessage() == null ? "" : ": " + e.getMessage().lines().findFirst().orElse("");
    return e.getClass().getSimpleName() + text;
  }
}
