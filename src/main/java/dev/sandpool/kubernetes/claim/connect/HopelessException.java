package dev.sandpool.kubernetes.claim.connect;

import java.io.IOException;

/** What no further attempt would change. */
final class HopelessException extends IOException {

  HopelessException(String message) {
    super(message);
  }
}
