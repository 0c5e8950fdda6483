package dev.sandpool.kubernetes;

import java.io.IOException;
import java.util.List;

/**
 * The cluster's word that a container runs no new process: it is gone, or has no such program. A
 * server that refuses, or a connection that broke, says nothing of the kind.
 */
public final class NoProcessException extends IOException {

  /**
   * How the API server words it when it can't reach the node, and how a kubelet that was started
   * just now does before it knows its Pods; both are reported the same way. A Pod that has really
   * gone, the API server says itself.
   */
  private static final List<String> NOBODY_KNOWS =
      List.of(
          "pod does not exist",
          "dialing backend",
          "dial tcp",
          "connection refused",
          "connection reset",
          "i/o timeout",
          "deadline exceeded",
          "TLS handshake",
          "EOF");

  NoProcessException(String message) {
    super(message);
  }

  /** The error that a failure status stands for. */
  static IOException of(String message) {
    return NOBODY_KNOWS.stream().anyMatch(message::contains)
        ? new IOException(message)
        : new NoProcessException(message);
  }
}
