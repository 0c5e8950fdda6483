package dev.sandpool.testcluster;

import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ClusterSettings;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.AuthenticationV1TokenRequest;
import io.kubernetes.client.openapi.models.V1TokenRequestSpec;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A ServiceAccount's way into the test cluster: a token of an hour, in a kubeconfig. */
public final class AccountLogin {

  private AccountLogin() {}

  /** Writes the kubeconfig into a directory; the settings lead to the account's namespace. */
  public static ClusterSettings write(Cluster admin, String account, Path directory)
      throws ApiException, IOException {
    Path file =
        Files.writeString(directory.resolve("kubeconfig"), kubeconfig(token(admin, account)));
    return new ClusterSettings(Optional.of(file), Optional.empty(), Optional.of(admin.namespace()));
  }

  private static String token(Cluster admin, String account) throws ApiException {
    AuthenticationV1TokenRequest request =
        new AuthenticationV1TokenRequest()
            .spec(new V1TokenRequestSpec().audiences(List.of()).expirationSeconds(3600L));
    return new CoreV1Api(admin.client())
        .createNamespacedServiceAccountToken(account, admin.namespace(), request)
        .execute()
        .getStatus()
        .getToken();
  }

  private static String kubeconfig(String token) throws IOException {
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
          .formatted(config.getServer(), authority, token);
    }
  }
}
