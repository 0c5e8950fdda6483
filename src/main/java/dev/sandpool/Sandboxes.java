package dev.sandpool;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

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
   * The sandbox of a key, with the defaults.
   *
   * @see #getOrCreate(CreateRequest)
   */
  default Acquired getOrCreate(String key) {
    return getOrCreate(CreateRequest.keyed(key));
  }

  /**
   * The sandbox that the tenant keeps under the key; taken from the pool at first. Of any number of
   * callers on any number of replicas, all get the same one.
   *
   * <p>A sandbox that is gone by now, whatever became of it, is replaced; the answer says so, as
   * its files are gone with it. One that is suspended is resumed. Labels and times of the request
   * are only those of a new one.
   *
   * @param request with a key
   * @return a handle that does not own the sandbox: it lives until it is deleted or expires
   * @throws InvalidValueException if there is no key, it cannot be used, or for what {@link
   *     #create(CreateRequest)} says
   * @throws PoolExhaustedException if one has to be made and none comes free in time
   * @throws SandboxStartException if one has to be made and can't
   * @throws BackendUnavailableException if the cluster, or where keys are kept, cannot be reached
   */
  Acquired getOrCreate(CreateRequest request);

  /**
   * The sandbox of an id, for who has kept that; another one where it is gone, or is another
   * tenant's. The id of a new one is always new.
   *
   * @return a handle that does not own the sandbox
   * @see #create(CreateRequest)
   */
  default Acquired attachOrCreate(String id, CreateRequest request) {
    Optional<Sandbox> found =
        find(id).filter(sandbox -> sandbox.info().tenant().equals(request.tenant()));
    if (found.isPresent()) {
      return new Acquired(found.get(), Acquired.Origin.FOUND, Optional.empty());
    }
    return new Acquired(
        attach(create(request.detach()).id()),
        Acquired.Origin.REPLACED,
        Optional.of("Sandbox " + id + " was deleted, it expired, or it never was"));
  }

  /**
   * Finds a sandbox that must be there.
   *
   * @throws SandboxNotFoundException if it is not
   * @see #find(String)
   */
  default Sandbox attach(String id) {
    return find(id).orElseThrow(() -> SandboxNotFoundException.of(id));
  }

  /**
   * Finds a sandbox that somebody holds, made by this service or another one on the same cluster.
   *
   * @return a handle that does not own the sandbox; empty when there is none of that id, or it is
   *     still in a pool
   */
  Optional<Sandbox> find(String id);

  /** The sandboxes in somebody's hands, oldest first. */
  List<SandboxInfo> list();

  /** A page of the sandboxes in somebody's hands. */
  default SandboxListing list(SandboxQuery query) {
    return query.page(list());
  }

  /** Counts the sandboxes in somebody's hands. */
  default SandboxStats stats() {
    return SandboxStats.of(list());
  }

  /**
   * Destroys what has expired, and what else is asked for. That happens by itself from time to
   * time; this does it now, and tells. One that is used or renewed at that moment stays.
   */
  CleanupResult cleanup(CleanupRequest request);

  /**
   * Destroys a sandbox and all that runs in it.
   *
   * @return whether there was one
   */
  boolean delete(String id);

  /** How each pool stands. */
  List<PoolStatus> pools();

  /** How the default pool stands. */
  default PoolStatus poolStatus() {
    return pools().get(0);
  }

  /**
   * The calls that block, on threads of an executor.
   *
   * @param executor in a container, its {@code ManagedExecutorService}
   */
  default AsyncSandboxes async(Executor executor) {
    return new AsyncSandboxes(this, executor);
  }

  /**
   * Changes sizes and rates of a pool until the next start, in this process only.
   *
   * @return how the pool stands then
   * @throws InvalidValueException if there is no such pool, or the sizes cannot work together; then
   *     nothing has changed
   */
  PoolStatus resize(String pool, PoolChange change);
}
