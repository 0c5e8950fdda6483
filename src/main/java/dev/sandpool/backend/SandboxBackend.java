package dev.sandpool.backend;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import java.util.List;
import java.util.Optional;

/** A place that sandboxes live in. Thread-safe; methods block. */
public interface SandboxBackend extends AutoCloseable {

  /** The mode that selects it: {@code local} or {@code raw}. */
  String mode();

  /**
   * Makes a sandbox and waits until it runs commands. It is warm: nobody has it yet.
   *
   * @throws dev.sandpool.SandboxStartException if it cannot be made; nothing is left of it
   * @throws dev.sandpool.BackendUnavailableException if the back end cannot be reached
   */
  ManagedSandbox create(SandboxSpec spec);

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

  /** Why the back end cannot be used now, from what it has already seen; never calls out. */
  Optional<String> trouble();

  /** Lets go of connections and threads. Sandboxes in somebody's hands live on where they can. */
  @Override
  void close();
}
