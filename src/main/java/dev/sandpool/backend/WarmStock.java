package dev.sandpool.backend;

import dev.sandpool.SandboxSpec;
import java.util.Optional;

/**
 * Warm sandboxes, as all replicas of a service share them.
 *
 * <p>Each replica keeps a share of what a pool wants in all. What a replica keeps is an ordinary
 * object of the cluster, so that others can take it over, by compare and set, when that replica is
 * gone or has more than its share; and anybody may lend any of them. Thread-safe.
 */
public interface WarmStock {

  /** The stock of a back end that no other process sees. */
  WarmStock OWN =
      new WarmStock() {
        @Override
        public int share(SandboxSpec spec, int target) {
          return target;
        }

        @Override
        public Optional<ManagedSandbox> adopt(SandboxSpec spec) {
          return Optional.empty();
        }

        @Override
        public Optional<ManagedSandbox> take(SandboxSpec spec) {
          return Optional.empty();
        }

        @Override
        public void onChange(Runnable listener) {
          // Nobody else changes it.
        }
      };

  /**
   * How many of the warm sandboxes of a specification are this replica's to keep. Never blocks.
   *
   * @param target how many all replicas keep together
   */
  int share(SandboxSpec spec, int target);

  /**
   * Takes over a warm sandbox that no living replica keeps, or that one keeps beyond its share. It
   * stays warm. Blocks.
   *
   * @return empty when there is none
   */
  Optional<ManagedSandbox> adopt(SandboxSpec spec);

  /**
   * Finds a warm sandbox, whoever keeps it, for a caller who claims it at once; that claim may
   * still come too late. Does not ask the cluster.
   *
   * @return empty when there is none
   */
  Optional<ManagedSandbox> take(SandboxSpec spec);

  /**
   * Why the cluster holds back sandboxes that this replica makes ahead, such as no room; empty
   * where it holds back none. Never blocks.
   */
  default Optional<String> held(SandboxSpec spec) {
    return Optional.empty();
  }

  /** Calls whenever a share may have changed, or there may be something to adopt; often. */
  void onChange(Runnable listener);
}
