package dev.sandpool.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A part of the test cluster that can crash. Whoever has one crash must be alone on the cluster.
 */
public enum ClusterComponent {
  KUBE_APISERVER,
  ETCD,
  KUBELET,
  KUBE_CONTROLLER_MANAGER;

  private static final Path PROGRAM = Path.of("kubernetes", "testcluster", "restart");

  /** Kills it, starts it again, and waits until it answers. */
  public void restart() {
    try {
      Process process =
          new ProcessBuilder(PROGRAM.toString(), componentName()).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(output).isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(componentName() + " was not restarted", e);
    }
  }

  private String componentName() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
