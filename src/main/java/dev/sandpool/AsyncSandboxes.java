package dev.sandpool;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * The calls of {@link Sandboxes} that block, each on a thread of an executor of the caller's.
 *
 * <p>Every stage ends with what the call of the same name returns or throws. Cancelling one does
 * not stop the call; a sandbox that was to be its caller's own is destroyed when it comes.
 */
public final class AsyncSandboxes {

  private final Sandboxes sandboxes;
  private final Executor executor;

  AsyncSandboxes(Sandboxes sandboxes, Executor executor) {
    this.sandboxes = sandboxes;
    this.executor = executor;
  }

  /**
   * Takes a sandbox from a pool.
   *
   * @see Sandboxes#create(CreateRequest)
   */
  public CompletionStage<Sandbox> create(CreateRequest request) {
    CompletableFuture<Sandbox> result = new CompletableFuture<>();
    executor.execute(
        () -> {
          try {
            Sandbox made = sandboxes.create(request);
            if (!result.complete(made)) {
              made.close();
            }
          } catch (RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  /**
   * Finds or makes the sandbox of a key.
   *
   * @see Sandboxes#getOrCreate(CreateRequest)
   */
  public CompletionStage<Acquired> getOrCreate(CreateRequest request) {
    return run(() -> sandboxes.getOrCreate(request));
  }

  /**
   * Finds a sandbox.
   *
   * @see Sandboxes#find(String)
   */
  public CompletionStage<Optional<Sandbox>> find(String id) {
    return run(() -> sandboxes.find(id));
  }

  /**
   * Finds a sandbox that must be there.
   *
   * @see Sandboxes#attach(String)
   */
  public CompletionStage<Sandbox> attach(String id) {
    return run(() -> sandboxes.attach(id));
  }

  /**
   * Finds a sandbox, or makes another one.
   *
   * @see Sandboxes#attachOrCreate(String, CreateRequest)
   */
  public CompletionStage<Acquired> attachOrCreate(String id, CreateRequest request) {
    return run(() -> sandboxes.attachOrCreate(id, request));
  }

  /**
   * Lists sandboxes.
   *
   * @see Sandboxes#list(SandboxQuery)
   */
  public CompletionStage<SandboxListing> list(SandboxQuery query) {
    return run(() -> sandboxes.list(query));
  }

  /**
   * Destroys a sandbox.
   *
   * @see Sandboxes#delete(String)
   */
  public CompletionStage<Boolean> delete(String id) {
    return run(() -> sandboxes.delete(id));
  }

  /**
   * Destroys what has expired.
   *
   * @see Sandboxes#cleanup(CleanupRequest)
   */
  public CompletionStage<CleanupResult> cleanup(CleanupRequest request) {
    return run(() -> sandboxes.cleanup(request));
  }

  /**
   * How the pools stand.
   *
   * @see Sandboxes#pools()
   */
  public CompletionStage<List<PoolStatus>> pools() {
    return run(sandboxes::pools);
  }

  /**
   * How the default pool stands.
   *
   * @see Sandboxes#poolStatus()
   */
  public CompletionStage<PoolStatus> poolStatus() {
    return run(sandboxes::poolStatus);
  }

  /**
   * Counts the sandboxes.
   *
   * @see Sandboxes#stats()
   */
  public CompletionStage<SandboxStats> stats() {
    return run(sandboxes::stats);
  }

  private <T> CompletionStage<T> run(Supplier<T> call) {
    return CompletableFuture.supplyAsync(call, executor);
  }
}
