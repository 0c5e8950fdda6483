package dev.sandpool.testcluster;

import static org.awaitility.Awaitility.await;

import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Capabilities;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSecurityContext;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1SeccompProfile;
import io.kubernetes.client.openapi.models.V1SecurityContext;
import io.kubernetes.client.openapi.models.V1Sysctl;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A Pod that is no sandbox, and that no policy selects. It may listen at any port. */
public final class PlainPod {

  /** Its only container. */
  public static final String CONTAINER = "main";

  private static final Duration BOUND = Duration.ofSeconds(30);

  private final TestCluster test;
  private final String name;

  private PlainPod(TestCluster test, String name) {
    this.test = test;
    this.name = name;
  }

  /** Starts one that runs a command, with the label {@code app=name}. */
  public static PlainPod start(TestCluster test, String name, String command) throws ApiException {
    V1Container container =
        new V1Container()
            .name(CONTAINER)
            .image(TestCluster.DEBIAN)
            .imagePullPolicy("Never")
            .command(List.of("/bin/sh", "-c", "exec " + command))
            .securityContext(
                new V1SecurityContext()
                    .allowPrivilegeEscalation(false)
                    .capabilities(new V1Capabilities().drop(List.of("ALL"))));
    V1PodSpec spec =
        new V1PodSpec()
            .overhead(null)
            .restartPolicy("Never")
            .terminationGracePeriodSeconds(0L)
            .automountServiceAccountToken(false)
            .securityContext(
                new V1PodSecurityContext()
                    .runAsNonRoot(true)
                    .runAsUser(1000L)
                    .sysctls(List.of(anyPort()))
                    .seccompProfile(new V1SeccompProfile().type("RuntimeDefault")))
            .containers(List.of(container));
    V1ObjectMeta meta = new V1ObjectMeta().name(name).labels(Map.of("app", name));
    new CoreV1Api(test.cluster().client())
        .createNamespacedPod(test.cluster().namespace(), new V1Pod().metadata(meta).spec(spec))
        .execute();
    return new PlainPod(test, name);
  }

  /** Waits until its command ends well. */
  public void awaitSuccess() {
    await().atMost(BOUND).until(this::pod, pod -> "Succeeded".equals(pod.getStatus().getPhase()));
  }

  /** Its address, once it runs. */
  public String address() {
    return await()
        .atMost(BOUND)
        .until(this::pod, pod -> "Running".equals(pod.getStatus().getPhase()))
        .getStatus()
        .getPodIP();
  }

  private V1Pod pod() throws ApiException {
    return new CoreV1Api(test.cluster().client())
        .readNamespacedPod(name, test.cluster().namespace())
        .execute();
  }

  private static V1Sysctl anyPort() {
    return new V1Sysctl().name("net.ipv4.ip_unprivileged_port_start").value("0");
  }
}
