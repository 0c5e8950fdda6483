package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.InvalidValueException;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings;

/**
 * How processes are started in claimed sandboxes.
 *
 * @param connection how bytes get there
 * @param runtime what listens there
 */
public record AccessSettings(ConnectionSettings connection, RuntimeSettings runtime) {

  /**
   * Checks that they fit.
   *
   * @throws InvalidValueException if the way leads to no such server
   */
  public AccessSettings {
    if (connection.routed() && runtime.kind() == RuntimeSettings.Kind.SANDBOXD) {
      throw new InvalidValueException(
          "sandpool.claim.runtime",
          "sandboxd",
          "a router does not pass its gRPC on: set sandpool.claim.connection=tunnel with"
              + " sandpool.claim.tunnel-to=pod, or sandpool.claim.connection=in-cluster; or take the"
              + " runtime legacy or exec");
    }
  }
}
