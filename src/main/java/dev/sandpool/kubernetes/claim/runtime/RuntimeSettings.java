package dev.sandpool.kubernetes.claim.runtime;

/**
 * Which server inside a sandbox starts processes, and where it listens.
 *
 * @param kind which one
 * @param execFallback whether the cluster's exec serves where none answers
 * @param legacyPort port of the legacy HTTP API
 * @param restPort port of sandboxd's HTTP API
 * @param grpcPort port of sandboxd's gRPC services
 */
public record RuntimeSettings(
    Kind kind, boolean execFallback, int legacyPort, int restPort, int grpcPort) {

  /** A server. */
  public enum Kind {
    /** Whichever answers. */
    AUTO,
    /** The HTTP API of the first runtimes. */
    LEGACY,
    /** The process service of sandboxd. */
    SANDBOXD,
    /** None: the cluster's own exec. */
    EXEC
  }
}
