package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStatus;
import dev.sandpool.backend.LossSignal;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.kubernetes.PodWatch;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One Pod and the commands in it. Its state follows the watch. */
final class RawSandbox implements ManagedSandbox {

  private final PodApi api;
  private final ShellRunner runner;
  private final LossSignal loss = new LossSignal();
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final String name;
  private volatile V1Pod pod;
  private volatile PodState state;
  private volatile boolean destroyed;

  RawSandbox(V1Pod pod, PodApi api, ShellRunner runner) {
    this.pod = pod;
    this.state = PodState.of(pod);
    this.api = api;
    this.runner = runner;
    name = pod.getMetadata().getName();
  }

  /** Ends when the Pod is ready, or fails when it never will be. */
  CompletableFuture<Void> started() {
    return started;
  }

  /** Why it is not ready, for whoever stops waiting. */
  String waitingFor() {
    return state.reason();
  }

  /** The newest state that this process knows. */
  V1Pod pod() {
    return pod;
  }

  /** Whether its owner gave it up here; the watch may still show the Pod. */
  boolean isDestroyed() {
    return destroyed;
  }

  ShellRunner runner() {
    return runner;
  }

  /** Takes the watch's state of a Pod that it may have seen before this object was there. */
  synchronized void catchUp(PodWatch watch) {
    watch.find(name).ifPresent(seen -> saw(seen, false));
  }

  /** Takes a newer state from the watch. */
  synchronized void saw(V1Pod newer, boolean deleted) {
    if (!deleted && version(newer) < version(pod)) {
      // The watch is behind the answer to a claim. A deletion is the last word at any version: one
      // that was missed is told with the last state that the watch had seen.
      return;
    }
    pod = newer;
    state = deleted ? new PodState(PodState.Kind.OVER, "it was deleted") : PodState.of(newer);
    switch (state.kind()) {
      case READY -> started.complete(null);
      case OVER -> over(state.reason());
      case PENDING -> {}
    }
  }

  @Override
  public String id() {
    return name;
  }

  @Override
  public SandboxInfo info() {
    V1ObjectMeta meta = pod.getMetadata();
    return new SandboxInfo(
        name,
        RawBackend.MODE,
        PodKeys.labels(meta).getOrDefault(PodKeys.SPEC, ""),
        status(meta),
        PodKeys.userLabels(meta),
        meta.getCreationTimestamp().toInstant());
  }

  @Override
  public void claim(Map<String, String> labels) {
    lost()
        .ifPresent(
            reason -> {
              throw new SandboxLostException(reason);
            });
    try {
      saw(api.claim(name, pod.getMetadata().getUid(), labels), false);
    } catch (SandboxLostException e) {
      // The Pod is gone or somebody else's: from here on it is not this object's to delete.
      loss.close(e.getMessage());
      runner.close();
      throw e;
    }
  }

  @Override
  public Optional<String> lost() {
    return loss.reason();
  }

  @Override
  public void onLost(Consumer<String> listener) {
    loss.listen(listener);
  }

  @Override
  public RunningCommand start(ShellCommand command, ByteSink sink) {
    return runner.start(command, sink);
  }

  @Override
  public void destroy() {
    destroyed = true;
    if (loss.close("Sandbox " + name + " was closed")) {
      runner.close();
      api.delete(name, Optional.of(pod.getMetadata().getUid()));
    }
  }

  /** Destroys it under whoever holds it, and tells them. */
  void revoke() {
    over("it was deleted by its id");
    destroy();
  }

  private SandboxStatus status(V1ObjectMeta meta) {
    if (lost().isPresent()) {
      return SandboxStatus.TERMINATED;
    }
    if (state.kind() == PodState.Kind.PENDING) {
      return SandboxStatus.PENDING;
    }
    boolean active = PodKeys.ACTIVE.equals(PodKeys.labels(meta).get(PodKeys.STATE));
    return active ? SandboxStatus.RUNNING : SandboxStatus.WARM;
  }

  /** Resource versions are numbers that grow; every API server of today counts that way. */
  private static long version(V1Pod pod) {
    try {
      return Long.parseLong(pod.getMetadata().getResourceVersion());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private void over(String reason) {
    String words = "Sandbox " + name + " is lost: " + reason + "; create another one";
    started.completeExceptionally(new SandboxLostException(words));
    runner.lost(words);
    loss.raise(words);
  }
}
