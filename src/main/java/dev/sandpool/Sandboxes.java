package dev.sandpool;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates, finds, lists and deletes sandboxes. Inject it where a sandbox must outlive a request.
 *
 * <p>All methods may be called from any thread, and block.
 */
public interface Sandboxes {

  /**
   * Takes a sandbox from the default pool, made on the spot when none is ready.
   *
   * @see #create(CreateRequest)
   */
  default Sandbox create() {
    return create(CreateRequest.of(SandboxSpec.DEFAULT_NAME));
  }

  /**
   * Takes a sandbox from the default pool and labels it.
   *
   * @param labels names and values to find it by
   * @see #create(CreateRequest)
   */
  default Sandbox create(Map<String, String> labels) {
    return create(CreateRequest.of(SandboxSpec.DEFAULT_NAME).withLabels(labels));
  }

  /**
   * Takes a sandbox from the pool of its specification, made on the spot when none is ready.
   *
   * @return a handle that owns the sandbox: closing it destroys the sandbox
   * @throws InvalidValueException if there is no such specification, which names those that there
   *     are, or a label cannot be used
   * @throws PoolExhaustedException if none comes free in time
   * @throws SandboxStartException if none can be made
   * @throws BackendUnavailableException if the cluster cannot be reached
   */
  Sandbox create(CreateRequest request);

  /**
   * Finds a sandbox that somebody holds, made by this service or another one on the same cluster.
   *
   * @return a handle that does not own the sandbox; empty when there is none of that id, or it is
   *     still in a pool
   */
  Optional<Sandbox> find(String id);

  /** The sandboxes in somebody's hands, oldest first. */
  List<SandboxInfo> list();

  /**
   * Destroys a sandbox and all that runs in it.
   *
   * @return whether there was one
   */
  boolean delete(String id);

  /** How each pool stands. */
  List<PoolStatus> pools();
}
