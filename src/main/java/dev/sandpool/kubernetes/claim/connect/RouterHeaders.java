package dev.sandpool.kubernetes.claim.connect;

import java.io.IOException;
import java.util.Map;
import okhttp3.Headers;

/** What tells a sandbox-router where a request goes. */
final class RouterHeaders {

  /** How long the router may wait for the sandbox; calls to runtimes are short. */
  private static final int SECONDS = 60;

  private final RouterCredentials credentials;
  private final Map<String, String> extra;

  RouterHeaders(RouterCredentials credentials, Map<String, String> extra) {
    this.credentials = credentials;
    this.extra = extra;
  }

  Headers of(SandboxAddress address, int port) throws IOException {
    Headers.Builder headers = new Headers.Builder();
    extra.forEach(headers::set);
    headers
        .set("X-Sandbox-ID", address.sandbox())
        .set("X-Sandbox-Namespace", address.namespace())
        .set("X-Sandbox-Port", Integer.toString(port))
        .set("X-Sandbox-Timeout", Integer.toString(SECONDS));
    // With a token for one name the router goes by the name alone.
    if (!credentials.bindToName()) {
      address.podIp().ifPresent(ip -> headers.set("X-Sandbox-Pod-IP", ip));
    }
    credentials.authorization(address).ifPresent(value -> headers.set("Authorization", value));
    return headers.build();
  }
}
