package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxSpec;
import java.util.Optional;

/**
 * Whether it is tried if the cluster enforces NetworkPolicies.
 *
 * @param probe what follows from the answer
 * @param spec what the Pods that try it are like; empty where nobody looks
 */
public record IsolationSettings(Probe probe, Optional<SandboxSpec> spec) {

  /** What follows from the answer. */
  public enum Probe {
    /** Without proof no sandbox is made. */
    ENFORCE,
    /** Log and health tell. */
    WARN,
    /** Nobody looks. */
    OFF
  }

  /** Nobody looks. */
  public static final IsolationSettings OFF = new IsolationSettings(Probe.OFF, Optional.empty());

  /** Checks that there is something to look with. */
  public IsolationSettings {
    if (probe != Probe.OFF && spec.isEmpty()) {
      throw new IllegalArgumentException("a probe needs a specification for its Pods");
    }
  }
}
