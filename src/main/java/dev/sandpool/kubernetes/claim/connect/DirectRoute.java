package dev.sandpool.kubernetes.claim.connect;

import dev.sandpool.BackendUnavailableException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.SSLUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/** To a router at an address. */
final class DirectRoute implements Route {

  private final OkHttpClient http;
  private final HttpUrl base;
  private final RouterHeaders headers;

  DirectRoute(ConnectionSettings.Direct settings, RouterHeaders headers) {
    base = HttpUrl.get(settings.url().orElseThrow());
    this.headers = headers;
    http = client(settings);
  }

  @Override
  public Target to(SandboxAddress address, int port) throws IOException {
    return new Target(http, base, headers.of(address, port));
  }

  @Override
  public boolean transparent() {
    return false;
  }

  @Override
  public void close() {
    HttpClients.close(http);
  }

  /** The cluster's client library knows how to read certificates and keys. */
  private static OkHttpClient client(ConnectionSettings.Direct settings) {
    if (settings.ca().isEmpty() && settings.certificate().isEmpty()) {
      return HttpClients.strict(new OkHttpClient.Builder()).build();
    }
    try {
      ApiClient tls = new ApiClient(new OkHttpClient());
      if (settings.certificate().isPresent()) {
        byte[] key = read(settings.key().orElseThrow());
        tls.setKeyManagers(
            SSLUtils.keyManagers(
                read(settings.certificate().get()),
                key,
                SSLUtils.recognizePrivateKeyAlgo(key),
                "",
                null,
                null));
      }
      if (settings.ca().isPresent()) {
        tls.setSslCaCert(new ByteArrayInputStream(read(settings.ca().get())));
      }
      return HttpClients.strict(tls.getHttpClient().newBuilder()).build();
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new BackendUnavailableException(
          "The certificates of sandpool.claim.direct-ca, direct-certificate and direct-key cannot be"
              + " used ("
              + e.getMessage()
              + "); give readable files in PEM",
          e);
    }
  }

  private static byte[] read(Path file) throws IOException {
    return Files.readAllBytes(file);
  }
}
