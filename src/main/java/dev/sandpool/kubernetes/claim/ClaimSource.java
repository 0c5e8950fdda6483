package dev.sandpool.kubernetes.claim;

import java.util.Map;

/** Says, in the words of one version of the API, where a claim's sandbox comes from. */
interface ClaimSource {

  /**
   * The fields of a claim's {@code spec} that say so. May block, for what they name must be there.
   *
   * @throws dev.sandpool.SandboxStartException if it is not there and can't be made
   */
  Map<String, Object> fields(ClaimOptions options);

  /** Looks again the next time whether what was named is there: the controller does not find it. */
  void forget(ClaimOptions options);

  /** A reference to an object of the same namespace. */
  static Map<String, Object> reference(String name) {
    return Map.of("name", name);
  }
}
