package dev.sandpool.replicas;

import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoordinationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the cluster has, as its administrator sees it. */
final class StockView {

  private final CoreV1Api core;
  private final CoordinationV1Api coordination;
  private final String namespace;

  StockView(TestCluster test) {
    core = new CoreV1Api(test.cluster().client());
    coordination = new CoordinationV1Api(test.cluster().client());
    namespace = test.cluster().namespace();
  }

  /** All Pods that nobody is deleting. */
  List<V1Pod> pods() {
    try {
      return core.listNamespacedPod(namespace).execute().getItems().stream()
          .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
          .toList();
    } catch (ApiException e) {
      throw new IllegalStateException(e.getResponseBody(), e);
    }
  }

  /** The warm ones that are ready. */
  List<V1Pod> warm() {
    return pods().stream()
        .filter(pod -> label(pod, "state").equals("warm"))
        .filter(StockView::isReady)
        .toList();
  }

  /** How many warm ones each replica keeps. */
  Map<String, Long> shares() {
    return warm().stream()
        .collect(
            Collectors.groupingBy(
                pod -> label(pod, "holder"), TreeMap::new, Collectors.counting()));
  }

  /** The replicas that have a lease. */
  Set<String> replicas() {
    try {
      return coordination.listNamespacedLease(namespace).execute().getItems().stream()
          .map(V1Lease::getSpec)
          .map(spec -> spec.getHolderIdentity())
          .collect(Collectors.toSet());
    } catch (ApiException e) {
      throw new IllegalStateException(e.getResponseBody(), e);
    }
  }

  /** Events of a reason. */
  List<CoreV1Event> events(String reason) {
    try {
      return core.listNamespacedEvent(namespace)
          .fieldSelector("reason=" + reason)
          .execute()
          .getItems();
    } catch (ApiException e) {
      throw new IllegalStateException(e.getResponseBody(), e);
    }
  }

  static Set<String> uids(List<V1Pod> pods) {
    return pods.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
  }

  static String label(V1Pod pod, String name) {
    return pod.getMetadata().getLabels().getOrDefault("sandpool.dev/" + name, "");
  }

  private static boolean isReady(V1Pod pod) {
    return pod.getStatus().getConditions() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }
}
