package dev.sandpool.backend;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A place that sandboxes live in. Thread-safe; methods block. */
public interface SandboxBackend extends AutoCloseable {

  /** The mode that selects it: {@code local}, {@code raw} or {@code agent-sandbox}. */
  String mode();

  /**
   * Makes a sandbox and waits until it runs commands. It is warm: nobody has it yet.
   *
   * @throws dev.sandpool.SandboxStartException if it cannot be made; nothing is left of it
   * @throws dev.sandpool.BackendUnavailableException if the back end cannot be reached
   */
  ManagedSandbox create(SandboxSpec spec);

  /**
   * Makes a sandbox that nobody waits for. Like {@link #create}, but what the cluster has no room
   * for at the moment is kept and waited for, until this thread is interrupted: to make another one
   * in its place would only come to the end of the queue.
   */
  default ManagedSandbox prepare(SandboxSpec spec) {
    return create(spec);
  }

  /** The warm sandboxes that this process shares with other replicas. */
  default WarmStock stock() {
    return WarmStock.OWN;
  }

  /** Finds a sandbox that somebody holds, whoever made it. Warm and ended ones are not found. */
  Optional<ManagedSandbox> find(String id);

  /** The sandboxes that somebody holds, oldest first. */
  List<SandboxInfo> list();

  /**
   * Destroys a sandbox by id.
   *
   * @return whether there was one
   */
  boolean delete(String id);

  /**
   * The time that all replicas on this back end agree on, however their machines' clocks differ.
   */
  default InstantSource clock() {
    return InstantSource.system();
  }

  /**
   * Whether this process is the one, of all that share the back end, that does what only one needs
   * to do. For a while there may be two, or none. Never calls out.
   */
  default boolean leads() {
    return true;
  }

  /** Where it keeps which sandbox belongs to which key. */
  SessionStore sessions();

  /** Why the back end cannot be used now, from what it has already seen; never calls out. */
  Optional<String> trouble();

  /**
   * Whether it is proved that sandboxes are cut off from what they may not reach, as far as is
   * known already; empty where there is nothing to prove. Never calls out.
   */
  default Optional<NetworkIsolation> networkIsolation() {
    return Optional.empty();
  }

  /**
   * Tries it now; blocks for up to a few minutes. Empty where there is nothing to prove.
   *
   * @see #networkIsolation
   */
  default Optional<NetworkIsolation> proveNetworkIsolation() {
    return Optional.empty();
  }

  /** Lets go of connections and threads. Sandboxes in somebody's hands live on where they can. */
  @Override
  void close();
}
