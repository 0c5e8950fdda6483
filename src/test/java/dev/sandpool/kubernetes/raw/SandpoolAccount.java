package dev.sandpool.kubernetes.raw;

import static org.awaitility.Awaitility.await;

import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.testcluster.AccountLogin;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AuthorizationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1PolicyRule;
import io.kubernetes.client.openapi.models.V1ResourceAttributes;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1SubjectAccessReview;
import io.kubernetes.client.openapi.models.V1SubjectAccessReviewSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The account of {@code kubernetes/rbac}, in a test's namespace, with a kubeconfig of its own. */
public final class SandpoolAccount {

  private static final String NAME = "sandpool";

  private final Cluster admin;
  private final Grants grants;
  private final ClusterSettings settings;

  SandpoolAccount(TestCluster test, Path directory) throws ApiException, IOException {
    this(test, directory, Grants.inNamespace(test.cluster()));
  }

  public SandpoolAccount(TestCluster test, Path directory, Grants grants)
      throws ApiException, IOException {
    admin = test.cluster();
    this.grants = grants;
    String namespace = admin.namespace();
    V1ServiceAccount account = grants.read("serviceaccount.yaml", V1ServiceAccount.class);
    new CoreV1Api(admin.client()).createNamespacedServiceAccount(namespace, account).execute();
    grants.make();
    settings = AccountLogin.write(admin, NAME, directory);
    awaitAll(true);
  }

  /** Leads to the namespace with the account's rights. */
  public ClusterSettings settings() {
    return settings;
  }

  /** Takes one right away. */
  public void revoke(String resource, String verb) throws ApiException {
    grants.replace(grants.rules().stream().flatMap(rule -> without(rule, resource, verb)).toList());
    awaitAllowed(resource, verb, false);
  }

  /** Takes all of them away. */
  public void revokeAll() throws ApiException {
    grants.replace(List.of());
    awaitAll(false);
  }

  /** Gives all back. */
  public void restoreAll() throws ApiException {
    grants.replace(grants.rules());
    awaitAll(true);
  }

  /** Gives back what was taken, and waits for one of them. */
  public void restore(String resource, String verb) throws ApiException {
    grants.replace(grants.rules());
    awaitAllowed(resource, verb, true);
  }

  private static Stream<V1PolicyRule> without(V1PolicyRule rule, String resource, String verb) {
    if (!rule.getResources().contains(resource)) {
      return Stream.of(rule);
    }
    List<String> verbs = rule.getVerbs().stream().filter(other -> !other.equals(verb)).toList();
    List<String> others =
        rule.getResources().stream().filter(other -> !other.equals(resource)).toList();
    return Stream.of(
            new V1PolicyRule().resources(List.of(resource)).verbs(verbs),
            new V1PolicyRule().resources(others).verbs(rule.getVerbs()))
        .filter(part -> !part.getVerbs().isEmpty() && !part.getResources().isEmpty())
        .map(part -> part.apiGroups(rule.getApiGroups()));
  }

  private void awaitAll(boolean expected) {
    for (V1PolicyRule rule : grants.rules()) {
      rule.getResources().forEach(it -> awaitAllowed(it, rule.getVerbs().get(0), expected));
    }
  }

  /** The authorizer learns of a change by a watch of its own. */
  private void awaitAllowed(String resource, String verb, boolean expected) {
    await().atMost(Duration.ofSeconds(10)).until(() -> isAllowed(resource, verb) == expected);
  }

  private boolean isAllowed(String resource, String verb) throws ApiException {
    String[] parts = resource.split("/", 2);
    V1ResourceAttributes attributes =
        new V1ResourceAttributes()
            .namespace(admin.namespace())
            .group(groupOf(resource))
            .resource(parts[0])
            .subresource(parts.length > 1 ? parts[1] : "")
            .verb(verb);
    V1SubjectAccessReviewSpec spec =
        new V1SubjectAccessReviewSpec()
            .user("system:serviceaccount:" + admin.namespace() + ":" + NAME)
            .resourceAttributes(attributes);
    return new AuthorizationV1Api(admin.client())
        .createSubjectAccessReview(new V1SubjectAccessReview().spec(spec))
        .execute()
        .getStatus()
        .getAllowed();
  }

  private String groupOf(String resource) {
    return grants.rules().stream()
        .filter(rule -> rule.getResources().contains(resource))
        .map(rule -> rule.getApiGroups().get(0))
        .findFirst()
        .orElse("");
  }
}
