package dev.sandpool.kubernetes.raw;

import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.kubernetes.client.openapi.models.V1ValidatingAdmissionPolicy;
import io.kubernetes.client.openapi.models.V1ValidatingAdmissionPolicyBinding;
import io.kubernetes.client.util.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The admission policy in {@code kubernetes/rbac/namespace-per-sandbox}, for a test's account. */
final class ClusterBounds {

  private static final Path MANIFEST =
      Path.of("kubernetes", "rbac", "namespace-per-sandbox", "bounds.yaml");

  private final AdmissionregistrationV1Api api;
  private final V1ValidatingAdmissionPolicy policy;
  private final V1ValidatingAdmissionPolicyBinding binding;

  ClusterBounds(Cluster admin) throws IOException {
    api = new AdmissionregistrationV1Api(admin.client());
    String yaml =
        Files.readString(MANIFEST)
            .replace("sandboxes\"", admin.namespace() + "\"")
            .replace("serviceaccount:sandboxes:", "serviceaccount:" + admin.namespace() + ":")
            .replace("sandpool-raw-namespaces", "sandpool-raw-namespaces-" + admin.namespace());
    List<Object> objects = Yaml.loadAll(yaml);
    policy = (V1ValidatingAdmissionPolicy) objects.get(0);
    binding = (V1ValidatingAdmissionPolicyBinding) objects.get(1);
  }

  void make() throws ApiException {
    api.createValidatingAdmissionPolicy(policy).execute();
    api.createValidatingAdmissionPolicyBinding(binding).execute();
  }

  void drop() throws ApiException {
    api.deleteValidatingAdmissionPolicyBinding(binding.getMetadata().getName()).execute();
    api.deleteValidatingAdmissionPolicy(policy.getMetadata().getName()).execute();
  }
}
