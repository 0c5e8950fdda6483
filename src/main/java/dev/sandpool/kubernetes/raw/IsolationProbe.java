package dev.sandpool.kubernetes.raw;

import dev.sandpool.backend.NetworkIsolation;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Tries whether the cluster holds Pods to NetworkPolicies: many a network plugin takes them without
 * a word and does nothing.
 *
 * <p>One Pod calls another; it must get an answer. Then it is labelled as a sandbox that reaches
 * nothing; within twenty seconds it must get none. Labelled back, it must get one again: so it was
 * the policy, and not a listener that died or a network that broke.
 */
final class IsolationProbe implements Supplier<NetworkIsolation> {

  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = 200_000_000;

  /** Refusals in a row that count: a listener may be slow once. */
  private static final int ENOUGH = 3;

  private final ProbePods pods;
  private final PodApi api;
  private final String label;
  private final BooleanSupplier stopped;

  /**
   * Makes a probe.
   *
   * @param pods makes its Pods
   * @param api relabels them
   * @param label what a sandbox that reaches nothing carries; its policy is there
   * @param stopped whether to give up
   */
  IsolationProbe(ProbePods pods, PodApi api, String label, BooleanSupplier stopped) {
    this.pods = pods;
    this.api = api;
    this.label = label;
    this.stopped = stopped;
  }

  /** Tries it; blocks. Its Pods are gone, or going, when it returns. */
  @Override
  public NetworkIsolation get() {
    RawSandbox callee = pods.start();
    try {
      RawSandbox caller = pods.start();
      try {
        return tried(ProbeServer.start(callee), caller);
      } finally {
        caller.destroy();
      }
    } finally {
      callee.destroy();
    }
  }

  private NetworkIsolation tried(ProbeServer server, RawSandbox caller) {
    if (!within(BOUND, () -> server.answers(caller))) {
      return NetworkIsolation.unknown(
          "a Pod without a policy of Sandpool's reached no other one, so that it is reached by none"
              + " proves nothing; let Pods with the label %s=%s reach each other"
                  .formatted(PodKeys.NETWORK, PodKeys.PROBE));
    }
    api.relabel(caller.place(), PodKeys.NETWORK, label);
    boolean cut = within(BOUND, () -> refuses(server, caller));
    api.relabel(caller.place(), PodKeys.NETWORK, PodKeys.PROBE);
    if (!cut) {
      return NetworkIsolation.notEnforced(
          "a Pod that may reach nothing reached another one for %d s; the cluster's network plugin"
                  .formatted(BOUND.toSeconds())
              + " does not enforce NetworkPolicies: install one that does, such as Calico or Cilium");
    }
    return within(BOUND, () -> server.answers(caller))
        ? NetworkIsolation.ENFORCED
        : NetworkIsolation.unknown(
            "a Pod reached no other one after its policy was taken away either, so it may have been"
                + " something else that cut it off");
  }

  private boolean refuses(ProbeServer server, RawSandbox caller) {
    for (int refusals = 0; refusals < ENOUGH; refusals++) {
      if (server.answers(caller)) {
        return false;
      }
    }
    return true;
  }

  private boolean within(Duration bound, BooleanSupplier condition) {
    long deadline = System.nanoTime() + bound.toNanos();
    while (!stopped.getAsBoolean()) {
      if (condition.getAsBoolean()) {
        return true;
      }
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new CancellationException("Sandpool is closed");
  }
}
