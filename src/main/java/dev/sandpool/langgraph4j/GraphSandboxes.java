package dev.sandpool.langgraph4j;

import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import java.util.Optional;
import org.bsc.langgraph4j.RunnableConfig;

/**
 * Finds the sandbox of a graph.
 *
 * <p>Where the graph has a thread, that is the key, and the id in its state only tells whether the
 * sandbox is still the one from before: state may come from outside, and must not open another
 * conversation's sandbox. Without a thread the id is all there is; it counts within the tenant.
 */
record GraphSandboxes(Sandboxes sandboxes, CreateRequest like) {

  GraphSandboxes {
    like.key()
        .ifPresent(
            key -> {
              throw new InvalidValueException(
                  "key", key, "give none; the id of the graph's thread is the key");
            });
  }

  Acquired acquire(Optional<String> known, RunnableConfig config) {
    return config
        .threadId()
        .map(thread -> ofThread(thread, known))
        .orElseGet(() -> known.map(this::again).orElseGet(this::first));
  }

  /** Destroys the sandbox of an id, if it is this graph's. */
  void end(String id, RunnableConfig config) {
    Optional<Sandbox> found = sandboxes.find(id);
    found.filter(sandbox -> isOf(sandbox, config)).ifPresent(sandbox -> sandboxes.delete(id));
    found.ifPresent(Sandbox::close);
  }

  private Acquired ofThread(String thread, Optional<String> known) {
    Acquired acquired = sandboxes.getOrCreate(like.withKey(thread));
    boolean other = known.filter(id -> !id.equals(acquired.sandbox().id())).isPresent();
    if (!other || acquired.lostFiles()) {
      return acquired;
    }
    return new Acquired(
        acquired.sandbox(),
        Origin.REPLACED,
        Optional.of("Sandbox " + known.orElseThrow() + " is no longer that of this thread"));
  }

  private Acquired again(String id) {
    return sandboxes.attachOrCreate(id, like);
  }

  private Acquired first() {
    String id = sandboxes.create(like.detach()).id();
    return new Acquired(sandboxes.attach(id), Origin.CREATED, Optional.empty());
  }

  private boolean isOf(Sandbox sandbox, RunnableConfig config) {
    return sandbox.info().tenant().equals(like.tenant())
        && sandbox.info().key().equals(config.threadId());
  }
}
