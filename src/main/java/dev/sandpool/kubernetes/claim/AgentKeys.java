package dev.sandpool.kubernetes.claim;

import dev.sandpool.kubernetes.SandboxKeys;
import java.util.Set;

/** Groups, labels and annotations of agent-sandbox. */
final class AgentKeys {

  static final String SANDBOX_GROUP = "agents.x-k8s.io";
  static final String CLAIM_GROUP = "extensions.agents.x-k8s.io";

  private static final String PREFIX = SANDBOX_GROUP + "/";

  /** On a Sandbox: UID of the claim that has it. */
  static final String CLAIM_UID = PREFIX + "claim-uid";

  /** On a Sandbox: name of its Pod, where that is not the Sandbox's. */
  static final String POD_NAME = PREFIX + "pod-name";

  /** On a claim: what made it, for the controller's figures. */
  static final String CREATED_BY = PREFIX + "created-by";

  static final String JAVA_CLIENT = "java-client";

  /** On a claim: when somebody first wanted the sandbox, for the controller's figures. */
  static final String FIRST_REQUESTED = PREFIX + "client-first-requested-at";

  /** On a claim: the W3C trace that it belongs to, as JSON. */
  static final String TRACE_CONTEXT = "opentelemetry.io/trace-context";

  /** On a warm claim: the addresses of the Pod that the set-up script ran in. */
  static final String SET_UP_AT = SandboxKeys.PREFIX + "set-up-at";

  /** Labels of a claim with Sandpool's prefix that are not users'. */
  static final Set<String> OWN_LABELS = SandboxKeys.OWN;

  private AgentKeys() {}
}
