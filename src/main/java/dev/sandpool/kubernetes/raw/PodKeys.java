package dev.sandpool.kubernetes.raw;

import dev.sandpool.kubernetes.SandboxKeys;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Labels and annotations on sandbox Pods. Users' labels have the same prefix, without clashes. */
final class PodKeys {

  static final String PREFIX = SandboxKeys.PREFIX;
  static final String MANAGED_BY = SandboxKeys.MANAGED_BY;
  static final String SANDPOOL = SandboxKeys.SANDPOOL;
  static final String SELECTOR = SandboxKeys.SELECTOR;

  /** {@code starting} or {@code warm} while nobody has the sandbox, then {@code active}. */
  static final String STATE = SandboxKeys.STATE;

  static final String WARM = SandboxKeys.WARM;
  static final String ACTIVE = SandboxKeys.ACTIVE;

  /** Name of the specification. */
  static final String SPEC = SandboxKeys.SPEC;

  /** What the Pod's NetworkPolicy selects. */
  static final String NETWORK = SandboxPolicy.LABEL;

  /**
   * State and network of the Pods that try the network: nobody's to have, and selected by no policy
   * of Sandpool's.
   */
  static final String PROBE = "probe";

  /**
   * The namespace that Sandpool is set to, which tells its sandboxes from those of another Sandpool
   * where each is in a namespace of its own.
   */
  static final String HOME = PREFIX + "home";

  /** On a namespace: the identifier of the sandbox that it is for, and its own name. */
  static final String SANDBOX = PREFIX + "sandbox";

  /** On a namespace: until when its sandbox may be starting; an instant as ISO-8601 has it. */
  static final String STARTS_UNTIL = PREFIX + "starts-until";

  /** Labels with the prefix that are not users'. */
  static final Set<String> OWN =
      Stream.concat(SandboxKeys.OWN.stream(), Stream.of(NETWORK, HOME))
          .collect(Collectors.toUnmodifiableSet());

  static final String NAME = "app.kubernetes.io/name";

  private PodKeys() {}

  /** Selects what one Sandpool made, in whatever namespace. */
  static String selector(String home) {
    return SELECTOR + "," + HOME + "=" + home;
  }

  /** Whether a label or annotation is Sandpool's to set, and nobody else's. */
  static boolean isReserved(String key) {
    return key.startsWith(PREFIX) || key.equals(MANAGED_BY) || key.equals(NAME);
  }

  static Map<String, String> labels(V1ObjectMeta meta) {
    return SandboxKeys.labels(meta);
  }
}
