package dev.sandpool.kubernetes.raw;

import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.RbacAuthorizationV1Api;
import io.kubernetes.client.openapi.models.V1ClusterRole;
import io.kubernetes.client.openapi.models.V1ClusterRoleBinding;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PolicyRule;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.util.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The rights in a directory of {@code kubernetes/rbac}, which a test may change. */
public abstract class Grants {

  private static final Path MANIFESTS = Path.of("kubernetes", "rbac");

  final RbacAuthorizationV1Api rbac;
  final String namespace;
  private final Path directory;

  private Grants(Cluster admin, Path directory) {
    rbac = new RbacAuthorizationV1Api(admin.client());
    namespace = admin.namespace();
    this.directory = directory;
  }

  /** Those in one namespace. */
  static Grants inNamespace(Cluster admin) throws IOException {
    return new InNamespace(admin, MANIFESTS);
  }

  /** Those of mode agent-sandbox. */
  public static Grants forClaims(Cluster admin) throws IOException {
    return new InNamespace(admin, MANIFESTS.resolve("agent-sandbox"));
  }

  /** Those for a namespace per sandbox; {@link #drop} them after the test. */
  static Grants clusterWide(Cluster admin) throws IOException {
    return new ClusterWide(admin);
  }

  /** As the manifest has them. */
  abstract List<V1PolicyRule> rules();

  abstract void make() throws ApiException, IOException;

  abstract void replace(List<V1PolicyRule> rules) throws ApiException;

  abstract void drop() throws ApiException;

  /** Reads a manifest, for the test's namespace. */
  <T> T read(String file, Class<T> type) throws IOException {
    return Yaml.loadAs(text(file), type);
  }

  /** The text of a manifest, for the test's namespace. */
  String text(String file) throws IOException {
    String yaml = Files.readString(directory.resolve(file));
    return yaml.replace("namespace: sandboxes", "namespace: " + namespace);
  }

  private static final class InNamespace extends Grants {
    private final V1Role role;

    InNamespace(Cluster admin, Path directory) throws IOException {
      super(admin, directory);
      role = read("role.yaml", V1Role.class);
    }

    @Override
    List<V1PolicyRule> rules() {
      return role.getRules();
    }

    @Override
    void make() throws ApiException, IOException {
      V1RoleBinding binding = read("rolebinding.yaml", V1RoleBinding.class);
      rbac.createNamespacedRole(namespace, role).execute();
      rbac.createNamespacedRoleBinding(namespace, binding).execute();
    }

    @Override
    void replace(List<V1PolicyRule> rules) throws ApiException {
      V1Role changed = new V1Role().metadata(role.getMetadata()).rules(rules);
      rbac.replaceNamespacedRole(role.getMetadata().getName(), namespace, changed).execute();
    }

    @Override
    void drop() {
      // It goes with the namespace.
    }
  }

  /** Cluster-wide names are shared by all tests, so each has the namespace's name after it. */
  private static final class ClusterWide extends Grants {
    private final V1ClusterRole role;
    private final String name;

    ClusterWide(Cluster admin) throws IOException {
      super(admin, MANIFESTS.resolve("namespace-per-sandbox"));
      role = read("clusterrole.yaml", V1ClusterRole.class);
      name = role.getMetadata().getName() + "-" + namespace;
    }

    @Override
    List<V1PolicyRule> rules() {
      return role.getRules();
    }

    @Override
    void make() throws ApiException, IOException {
      V1ClusterRoleBinding binding = read("clusterrolebinding.yaml", V1ClusterRoleBinding.class);
      binding.metadata(new V1ObjectMeta().name(name)).getRoleRef().setName(name);
      rbac.createClusterRole(named(role.getRules())).execute();
      rbac.createClusterRoleBinding(binding).execute();
      for (Object own : Yaml.loadAll(text("role.yaml"))) {
        makeInNamespace(own);
      }
    }

    private void makeInNamespace(Object object) throws ApiException {
      if (object instanceof V1Role inNamespace) {
        rbac.createNamespacedRole(namespace, inNamespace).execute();
      } else {
        rbac.createNamespacedRoleBinding(namespace, (V1RoleBinding) object).execute();
      }
    }

    @Override
    void replace(List<V1PolicyRule> rules) throws ApiException {
      rbac.replaceClusterRole(name, named(rules)).execute();
    }

    @Override
    void drop() throws ApiException {
      rbac.deleteClusterRoleBinding(name).execute();
      rbac.deleteClusterRole(name).execute();
    }

    private V1ClusterRole named(List<V1PolicyRule> rules) {
      return new V1ClusterRole().metadata(new V1ObjectMeta().name(name)).rules(rules);
    }
  }
}
