package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ExecSockets;
import dev.sandpool.kubernetes.PodWatch;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sandboxes as Pods, made and watched by this process and shared with others on the cluster. */
public final class RawBackend implements SandboxBackend {

  /** The mode's name. */
  public static final String MODE = "raw";

  private final Cluster cluster;
  private final PodFactory pods;
  private final PodApi api;
  private final DenyAllPolicy policy;
  private final ExecSockets sockets;
  private final ExecThreads threads;
  private final ExecTimings timings;
  private final ConcurrentMap<String, RawSandbox> known = new ConcurrentHashMap<>();
  private final PodWatch watch;

  /**
   * Connects to the cluster.
   *
   * @param settings where, and how Pods are made
   * @param threads shared; not closed
   * @param timings of commands
   * @throws dev.sandpool.BackendUnavailableException if the cluster can't be used
   */
  public RawBackend(RawSettings settings, ExecThreads threads, ExecTimings timings) {
    this.threads = threads;
    this.timings = timings;
    cluster = Cluster.connect(settings.cluster());
    pods = new PodFactory(settings);
    api = new PodApi(cluster);
    policy = new DenyAllPolicy(cluster);
    sockets = new ExecSockets(cluster);
    watch = new PodWatch(cluster, PodKeys.SELECTOR, this::saw);
  }

  @Override
  public String mode() {
    return MODE;
  }

  @Override
  public ManagedSandbox create(SandboxSpec spec) {
    long deadline = System.nanoTime() + spec.startupTimeout().toNanos();
    policy.ensure();
    V1Pod pod = api.create(pods.pod(SandboxIds.next(), spec));
    RawSandbox sandbox = remember(pod);
    try {
      await(sandbox.started(), deadline, spec, sandbox);
      await(sandbox.runner().prepare(), deadline, spec, sandbox);
      return sandbox;
    } catch (RuntimeException e) {
      discard(sandbox, e);
      throw e;
    }
  }

  @Override
  public Optional<ManagedSandbox> find(String id) {
    return lookUp(id).map(sandbox -> sandbox);
  }

  private Optional<RawSandbox> lookUp(String id) {
    if (!SandboxIds.isValid(id)) {
      return Optional.empty();
    }
    // Another replica may have made or claimed it a moment ago, before the watch told.
    return Optional.ofNullable(known.get(id))
        .map(RawSandbox::pod)
        .or(() -> watch.find(id))
        .filter(this::isHeld)
        .or(() -> api.read(id).filter(this::isHeld))
        .map(this::remember);
  }

  @Override
  public List<SandboxInfo> list() {
    return watch.pods().stream()
        .map(this::newest)
        .filter(this::isHeld)
        .map(pod -> remember(pod).info())
        .sorted(Comparator.comparing(SandboxInfo::createdAt).thenComparing(SandboxInfo::id))
        .toList();
  }

  @Override
  public boolean delete(String id) {
    Optional<RawSandbox> found = lookUp(id);
    found.ifPresent(RawSandbox::revoke);
    return found.isPresent();
  }

  @Override
  public Optional<String> trouble() {
    return watch.trouble();
  }

  @Override
  public void close() {
    known.values().forEach(sandbox -> sandbox.runner().close());
    watch.close();
    sockets.close();
    cluster.close();
  }

  private void saw(V1Pod pod, boolean deleted) {
    String name = pod.getMetadata().getName();
    RawSandbox sandbox = deleted ? known.remove(name) : known.get(name);
    if (sandbox != null) {
      sandbox.saw(pod, deleted);
    }
  }

  /** The one object that stands for a Pod in this process, with what the watch already knows. */
  private RawSandbox remember(V1Pod pod) {
    String name = pod.getMetadata().getName();
    RawSandbox sandbox =
        known.compute(
            name,
            (key, old) ->
                old == null || isOthers(old) ? new RawSandbox(pod, api, runner(name)) : old);
    sandbox.catchUp(watch);
    return sandbox;
  }

  private ShellRunner runner(String name) {
    ChannelFactory channels =
        (argv, listener) -> sockets.open(name, PodFactory.CONTAINER, argv, listener);
    return new ShellRunner(channels, new LossCheck(name, api, channels), threads, timings);
  }

  private V1Pod newest(V1Pod seen) {
    RawSandbox sandbox = known.get(seen.getMetadata().getName());
    return sandbox == null ? seen : sandbox.pod();
  }

  /** A Pod that this process lost to another one may be looked up again, as that one's. */
  private static boolean isOthers(RawSandbox sandbox) {
    return sandbox.lost().isPresent() && !sandbox.isDestroyed();
  }

  private boolean isHeld(V1Pod pod) {
    RawSandbox mine = known.get(pod.getMetadata().getName());
    if (mine != null && mine.isDestroyed()) {
      return false;
    }
    return PodKeys.SANDPOOL.equals(PodKeys.labels(pod.getMetadata()).get(PodKeys.MANAGED_BY))
        && PodKeys.ACTIVE.equals(PodKeys.labels(pod.getMetadata()).get(PodKeys.STATE))
        && PodState.of(pod).kind() != PodState.Kind.OVER;
  }

  private void await(
      CompletableFuture<Void> step, long deadline, SandboxSpec spec, RawSandbox sandbox) {
    try {
      step.get(Math.max(deadline - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new SandboxStartException(
          notStarted(sandbox, spec)
              + "not ready after %s: %s"
                  .formatted(words(spec.startupTimeout()), sandbox.waitingFor()),
          e);
    } catch (ExecutionException e) {
      throw new SandboxStartException(
          notStarted(sandbox, spec) + cause(sandbox, e.getCause()), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxException("Interrupted while a sandbox was being made", e);
    }
  }

  private String cause(RawSandbox sandbox, Throwable error) {
    String state = sandbox.waitingFor();
    String reason = state.isEmpty() ? error.getMessage() : state;
    return api.warning(sandbox.id())
        .map(event -> reason + " [Pod event " + event + "]")
        .orElse(reason);
  }

  private static String notStarted(RawSandbox sandbox, SandboxSpec spec) {
    return "Sandbox Pod %s with image %s did not start: ".formatted(sandbox.id(), spec.image());
  }

  private static String words(Duration duration) {
    return duration.toSeconds() + " s";
  }

  private void discard(RawSandbox sandbox, RuntimeException error) {
    try {
      sandbox.destroy();
    } catch (RuntimeException e) {
      error.addSuppressed(e);
    }
  }
}
