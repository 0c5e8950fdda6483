package dev.sandpool.kubernetes.raw;

import static org.awaitility.Awaitility.await;

import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AuthorizationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.RbacAuthorizationV1Api;
import io.kubernetes.client.openapi.models.AuthenticationV1TokenRequest;
import io.kubernetes.client.openapi.models.V1PolicyRule;
import io.kubernetes.client.openapi.models.V1ResourceAttributes;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1SubjectAccessReview;
import io.kubernetes.client.openapi.models.V1SubjectAccessReviewSpec;
import io.kubernetes.client.openapi.models.V1TokenRequestSpec;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.Yaml;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The account of {@code kubernetes/rbac}, in a test's namespace, with a kubeconfig of its own. */
final class SandpoolAccount {

  private static final Path MANIFESTS = Path.of("kubernetes", "rbac");
  private static final String NAME = "sandpool";

  private final Cluster admin;
  private final RbacAuthorizationV1Api rbac;
  private final V1Role role;
  private final ClusterSettings settings;

  SandpoolAccount(TestCluster test, Path directory) throws ApiException, IOException {
    admin = test.cluster();
    rbac = new RbacAuthorizationV1Api(admin.client());
    String namespace = admin.namespace();
    V1ServiceAccount account = read("serviceaccount.yaml", V1ServiceAccount.class);
    new CoreV1Api(admin.client()).createNamespacedServiceAccount(namespace, account).execute();
    role = rbac.createNamespacedRole(namespace, read("role.yaml", V1Role.class)).execute();
    V1RoleBinding binding = read("rolebinding.yaml", V1RoleBinding.class);
    rbac.createNamespacedRoleBinding(namespace, binding).execute();
    Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), kubeconfig());
    settings =
        new ClusterSettings(Optional.of(kubeconfig), Optional.empty(), Optional.of(namespace));
    awaitAllowed("pods", "list", true);
  }

  /** Leads to the namespace with the account's rights. */
  ClusterSettings settings() {
    return settings;
  }

  /** Takes one right away. */
  void revoke(String resource, String verb) throws ApiException {
    List<V1PolicyRule> rest =
        role.getRules().stream().map(rule -> without(rule, resource, verb)).toList();
    replace(rest);
    awaitAllowed(resource, verb, false);
  }

  /** Gives it back. */
  void restore(String resource, String verb) throws ApiException {
    replace(role.getRules());
    awaitAllowed(resource, verb, true);
  }

  private void replace(List<V1PolicyRule> rules) throws ApiException {
    V1Role changed = new V1Role().metadata(role.getMetadata()).rules(rules);
    changed.getMetadata().setResourceVersion(null);
    rbac.replaceNamespacedRole(role.getMetadata().getName(), admin.namespace(), changed).execute();
  }

  private static V1PolicyRule without(V1PolicyRule rule, String resource, String verb) {
    if (!rule.getResources().contains(resource)) {
      return rule;
    }
    List<String> verbs = rule.getVerbs().stream().filter(other -> !other.equals(verb)).toList();
    return new V1PolicyRule()
        .apiGroups(rule.getApiGroups())
        .resources(rule.getResources())
        // A rule needs one verb; nothing here is asked for this one.
        .verbs(verbs.isEmpty() ? List.of("deletecollection") : verbs);
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
            .group(resource.equals("networkpolicies") ? "networking.k8s.io" : "")
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

  private String token() throws ApiException {
    AuthenticationV1TokenRequest request =
        new AuthenticationV1TokenRequest()
            .spec(new V1TokenRequestSpec().audiences(List.of()).expirationSeconds(3600L));
    return new CoreV1Api(admin.client())
        .createNamespacedServiceAccountToken(NAME, admin.namespace(), request)
        .execute()
        .getStatus()
        .getToken();
  }

  private String kubeconfig() throws ApiException, IOException {
    try (Reader reader = Files.newBufferedReader(TestCluster.kubeconfig())) {
      KubeConfig config = KubeConfig.loadKubeConfig(reader);
      String file = config.getCertificateAuthorityFile();
      String authority =
          file == null
              ? "certificate-authority-data: " + config.getCertificateAuthorityData()
              : "certificate-authority: "
                  + TestCluster.kubeconfig().toAbsolutePath().resolveSibling(file);
      return """
          apiVersion: v1
          kind: Config
          current-context: one
          clusters: [{name: c, cluster: {server: "%s", %s}}]
          users: [{name: u, user: {token: "%s"}}]
          contexts: [{name: one, context: {cluster: c, user: u}}]
          """
          .formatted(config.getServer(), authority, token());
    }
  }

  private <T> T read(String file, Class<T> type) throws IOException {
    String yaml = Files.readString(MANIFESTS.resolve(file));
    return Yaml.loadAs(
        yaml.replace("namespace: sandboxes", "namespace: " + admin.namespace()), type);
  }
}
