package dev.sandpool.kubernetes.claim.connect;

import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ContainerPort;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodCondition;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds a Pod behind a router's Service, and the port that it listens on, which need not be the
 * Service's. What was found is kept until a connection to it failed.
 */
final class RouterService {

  private static final String SETTINGS =
      "sandpool.claim.router-namespace and sandpool.claim.router-service say where a sandbox-router"
          + " is; sandpool.claim.tunnel-to=pod needs none";

  private final CoreV1Api api;
  private final String namespace;
  private final String name;
  private volatile Optional<Place> known = Optional.empty();
  private volatile Optional<String> trouble = Optional.empty();

  /** A Pod and its port. */
  record Place(ForwardHost pod, int port) {}

  RouterService(Cluster cluster, String namespace, String name) {
    api = new CoreV1Api(cluster.client());
    this.namespace = namespace;
    this.name = name;
  }

  Place place() throws IOException {
    Optional<Place> place = known;
    if (place.isPresent()) {
      return place.get();
    }
    try {
      Place found = find();
      known = Optional.of(found);
      trouble = Optional.empty();
      return found;
    } catch (IOException e) {
      trouble = Optional.of(e.getMessage());
      throw e;
    }
  }

  void forget() {
    known = Optional.empty();
  }

  Optional<String> trouble() {
    return trouble;
  }

  private Place find() throws IOException {
    try {
      V1Service service = api.readNamespacedService(name, namespace).execute();
      V1ServicePort port = service.getSpec().getPorts().get(0);
      List<V1Pod> pods =
          api.listNamespacedPod(namespace).labelSelector(selector(service)).execute().getItems();
      V1Pod pod =
          pods.stream()
              .filter(RouterService::isReady)
              .findAny()
              .orElseThrow(() -> problem("has no Pod that is ready, of " + pods.size()));
      return new Place(new ForwardHost(namespace, pod.getMetadata().getName()), target(port, pod));
    } catch (ApiException e) {
      throw ApiErrors.notFound(e)
          ? problem("is not there")
          : problem("cannot be looked up: " + ApiErrors.describe(e));
    }
  }

  private String selector(V1Service service) throws IOException {
    if (service.getSpec().getSelector() == null) {
      throw problem("selects no Pods, so there is none to connect to");
    }
    return service.getSpec().getSelector().entrySet().stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .collect(Collectors.joining(","));
  }

  private int target(V1ServicePort port, V1Pod pod) throws IOException {
    IntOrString target = port.getTargetPort();
    if (target == null) {
      return port.getPort();
    }
    if (target.isInteger()) {
      return target.getIntValue();
    }
    return pod.getSpec().getContainers().stream()
        .flatMap(
            container ->
                Stream.ofNullable(container.getPorts()).flatMap(List<V1ContainerPort>::stream))
        .filter(each -> Objects.equals(each.getName(), target.getStrValue()))
        .map(V1ContainerPort::getContainerPort)
        .findFirst()
        .orElseThrow(
            () -> problem("leads to port " + target.getStrValue() + ", which its Pod has not"));
  }

  private static boolean isReady(V1Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null
        && Stream.ofNullable(pod.getStatus().getConditions())
            .flatMap(List<V1PodCondition>::stream)
            .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
  }

  private IOException problem(String what) {
    return new IOException(
        "the router's Service "
            + name
            + " in namespace "
            + namespace
            + " "
            + what
            + "; "
            + SETTINGS);
  }
}
