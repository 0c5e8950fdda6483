package dev.sandpool.rest;

import java.net.URI;

/** Where the server for integration tests listens. */
final class SandpoolEnvironment {

  private SandpoolEnvironment() {}

  static URI server() {
    return URI.create(
        "http://"
            + System.getProperty("microshed_hostname")
            + ":"
            + System.getProperty("microshed_http_port"));
  }
}
