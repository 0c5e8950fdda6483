package dev.sandpool.kubernetes.claim;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.models.V1APIGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * The versions in which a cluster serves agent-sandbox.
 *
 * @param sandboxes of {@code Sandbox}
 * @param claims of {@code SandboxClaim} and what else the extensions have
 */
record ServedVersions(String sandboxes, String claims) {

  static final String V1BETA1 = "v1beta1";
  static final String V1ALPHA1 = "v1alpha1";

  private static final List<String> KNOWN = List.of(V1BETA1, V1ALPHA1);
  private static final String CURE =
      "; install agent-sandbox v1.x with sandbox-with-extensions.yaml of its release, its controller"
          + " running with --extensions";

  /**
   * Asks the cluster.
   *
   * @throws BackendUnavailableException if it serves none that Sandpool knows
   */
  static ServedVersions discover(Cluster cluster) {
    return new ServedVersions(
        best(cluster, AgentKeys.SANDBOX_GROUP), best(cluster, AgentKeys.CLAIM_GROUP));
  }

  /** Whether claims are for templates, with pools beside, rather than for pools. */
  boolean claimsNameTemplates() {
    return claims.equals(V1ALPHA1);
  }

  private static String best(Cluster cluster, String group) {
    List<String> served = served(cluster, group);
    return KNOWN.stream()
        .filter(served::contains)
        .findFirst()
        .orElseThrow(() -> new BackendUnavailableException(missing(cluster, group, served), null));
  }

  private static String missing(Cluster cluster, String group, List<String> served) {
    String found = served.isEmpty() ? "is not there" : "is served only as " + served;
    return "The Kubernetes cluster at %s cannot be used in mode agent-sandbox: API group %s %s%s"
        .formatted(cluster.client().getBasePath(), group, found, CURE);
  }

  private static List<String> served(Cluster cluster, String group) {
    try {
      V1APIGroup found = get(cluster.client(), "/apis/" + group);
      return Stream.ofNullable(found.getVersions())
          .flatMap(List::stream)
          .map(version -> version.getVersion())
          .toList();
    } catch (ApiException e) {
      if (ApiErrors.notFound(e)) {
        return List.of();
      }
      throw new BackendUnavailableException(
          "The Kubernetes cluster at %s cannot be used: %s"
              .formatted(cluster.client().getBasePath(), ApiErrors.describe(e)),
          e);
    }
  }

  /** The generated API has a discovery call for each group of Kubernetes' own, and no other. */
  private static V1APIGroup get(ApiClient client, String path) throws ApiException {
    return client
        .<V1APIGroup>execute(
            client.buildCall(
                client.getBasePath(),
                path,
                "GET",
                new ArrayList<>(),
                new ArrayList<>(),
                null,
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new String[] {"BearerToken"},
                null),
            V1APIGroup.class)
        .getData();
  }
}
