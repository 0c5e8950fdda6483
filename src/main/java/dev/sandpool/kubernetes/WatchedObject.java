package dev.sandpool.kubernetes;

import dev.sandpool.SandboxLostException;
import dev.sandpool.kubernetes.SandboxState.Kind;
import io.kubernetes.client.common.KubernetesObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The newest that is known of one object, what it means, and who waits for it to mean something.
 * Thread-safe.
 *
 * @param <T> the kind of object
 */
public abstract class WatchedObject<T extends KubernetesObject> {

  private record Waiting(Kind kind, CompletableFuture<Void> reached) {}

  private final Function<T, SandboxState> meaning;
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private volatile T object;
  private volatile SandboxState state;
  private volatile OptionalLong heldUntil = OptionalLong.empty();

  /**
   * Begins with what was just made or seen.
   *
   * @param meaning reads a newer state; called once for each, in their order
   */
  WatchedObject(T object, Function<T, SandboxState> meaning) {
    this.object = object;
    this.meaning = meaning;
    state = meaning.apply(object);
  }

  /** Hears of each newer state, in their order. Must not block. */
  abstract void changed(T newer);

  /** Why it will never be of use; empty while it may. */
  public abstract Optional<String> lost();

  /** Ends when it is ready, or fails when it never will be. */
  public final CompletableFuture<Void> started() {
    return started;
  }

  /** Whether it was ready once. */
  public final boolean hasStarted() {
    return started.isDone() && !started.isCompletedExceptionally();
  }

  /** What its newest state means. */
  public final SandboxState state() {
    return state;
  }

  /** The newest state that this process knows. */
  public final T object() {
    return object;
  }

  /** Its UID, which no later one of its name has. */
  protected final String uid() {
    return object.getMetadata().getUid();
  }

  /** Takes a newer state, from the watch or an answer. An older one changes nothing. */
  public final synchronized void saw(T newer, boolean deleted) {
    if (!deleted && version(newer) < version(object)) {
      // The watch is behind the answer to a claim. A deletion is the last word at any version: one
      // that was missed is told with the last state that the watch had seen.
      return;
    }
    noteHeld();
    object = newer;
    state = deleted ? SandboxState.over("it was deleted") : meaning.apply(newer);
    noteHeld();
    changed(newer);
    waiting.removeIf(this::isAnswered);
  }

  /**
   * Until when the cluster held it back, on {@link System#nanoTime}'s clock; empty if it never did.
   */
  public final OptionalLong heldUntil() {
    return state.kind() == Kind.HELD ? OptionalLong.of(System.nanoTime()) : heldUntil;
  }

  /** Ends when its state is of a kind, or fails when it never will be. */
  public final synchronized CompletableFuture<Void> reached(Kind kind) {
    Waiting one = new Waiting(kind, new CompletableFuture<>());
    if (!isAnswered(one)) {
      waiting.add(one);
    }
    return one.reached();
  }

  private void noteHeld() {
    if (state.kind() == Kind.HELD) {
      heldUntil = OptionalLong.of(System.nanoTime());
    }
  }

  private boolean isAnswered(Waiting one) {
    if (one.kind() == state.kind()) {
      return one.reached().complete(null);
    }
    Optional<String> lost = lost();
    lost.ifPresent(reason -> one.reached().completeExceptionally(new SandboxLostException(reason)));
    return lost.isPresent();
  }

  /** Resource versions are numbers that grow; every API server of today counts that way. */
  private static long version(KubernetesObject object) {
    try {
      return Long.parseLong(object.getMetadata().getResourceVersion());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
