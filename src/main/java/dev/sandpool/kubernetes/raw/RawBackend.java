package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.NetworkIsolation;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.WarmStock;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ExecSockets;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.kubernetes.SandboxRegistry;
import dev.sandpool.kubernetes.SessionLeases;
import dev.sandpool.kubernetes.Startup;
import dev.sandpool.kubernetes.network.NetworkOptions;
import dev.sandpool.kubernetes.network.NetworkPolicies;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import dev.sandpool.kubernetes.stock.EventRecorder;
import dev.sandpool.kubernetes.stock.Replicas;
import dev.sandpool.kubernetes.stock.StockKeeper;
import io.kubernetes.client.openapi.models.V1Pod;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** Sandboxes as Pods, made and watched by this process and shared with others on the cluster. */
public final class RawBackend implements SandboxBackend {

  /** The mode's name. */
  public static final String MODE = "raw";

  private static final Logger LOG = System.getLogger(RawBackend.class.getName());

  private final Cluster cluster;
  private final PodFactory pods;
  private final PodApi api;
  private final RawSettings settings;
  private final NetworkPolicies policies;
  private final PodRemover remover;
  private final SharedNamespace home;
  private final PodPlaces places;
  private final ExecSockets sockets;
  private final ExecThreads threads;
  private final ExecTimings timings;
  private final Replicas replicas;
  private final SessionStore sessions;
  private final EventRecorder events;
  private final SandboxRegistry<V1Pod, RawSandbox> sandboxes;
  private final StockKeeper<V1Pod, RawSandbox> keeper;
  private final IsolationGuard isolation;

  /**
   * Connects to the cluster.
   *
   * @see #RawBackend(RawSettings, ExecThreads, ExecTimings, Clock)
   */
  public RawBackend(RawSettings settings, ExecThreads threads, ExecTimings timings) {
    this(settings, threads, timings, Clock.systemUTC());
  }

  /**
   * Connects to the cluster.
   *
   * @param settings where, and how Pods are made
   * @param threads shared; not closed
   * @param timings of commands
   * @param machine the time on this machine; what counts is the cluster's
   * @throws dev.sandpool.BackendUnavailableException if the cluster can't be used; names every
   *     right that is missing
   */
  public RawBackend(RawSettings settings, ExecThreads threads, ExecTimings timings, Clock machine) {
    this.threads = threads;
    this.timings = timings;
    cluster = Cluster.connect(settings.cluster(), RawRights.of(settings), machine);
    pods = new PodFactory(settings);
    api = new PodApi(cluster);
    this.settings = settings;
    policies = new NetworkPolicies(cluster);
    NamespaceApi namespaces = new NamespaceApi(cluster);
    remover = new PodRemover(api, namespaces);
    sockets = new ExecSockets(cluster);
    home = new SharedNamespace(cluster, settings, api, policies);
    replicas = join(machine);
    sessions = new SessionLeases(cluster);
    events = new EventRecorder(cluster, replicas.self(), machine, threads);
    places =
        settings.namespacePerSandbox()
            ? new OwnNamespaces(
                settings, cluster, api, namespaces, policies, threads, replicas::isGone)
            : home;
    try {
      sandboxes =
          new SandboxRegistry<>(
              this::sandbox, pod -> places.has(pod) && !PodState.of(pod).isOver(), places::watch);
    } catch (RuntimeException e) {
      release();
      throw e;
    }
    keeper =
        new StockKeeper<>(
            new RawStockObjects(settings, pods, places, api, remover),
            sandboxes,
            replicas,
            events,
            threads);
    isolation = new IsolationGuard(settings.isolation().probe(), this::tryIsolation, threads);
    isolation.start();
  }

  private Replicas join(Clock clock) {
    try {
      return new Replicas(cluster, settings.cluster().replicas(), clock, threads);
    } catch (RuntimeException e) {
      sockets.close();
      cluster.close();
      throw e;
    }
  }

  @Override
  public String mode() {
    return MODE;
  }

  @Override
  public ManagedSandbox create(SandboxSpec spec) {
    return create(spec, (sandbox, startup) -> startup);
  }

  @Override
  public ManagedSandbox prepare(SandboxSpec spec) {
    return create(spec, (sandbox, startup) -> startup.outlast(sandbox));
  }

  @Override
  public WarmStock stock() {
    return keeper.stock();
  }

  private ManagedSandbox create(
      SandboxSpec spec, BiFunction<RawSandbox, Startup, Startup> patience) {
    try {
      Startup startup = new Startup(spec.startupTimeout());
      isolation.require(startup.deadline());
      V1Pod pod = pods.pod(SandboxIds.next(), spec);
      keeper.stock().labels(spec).forEach(pod.getMetadata()::putLabelsItem);
      RawSandbox sandbox = sandboxes.remember(places.make(pod, spec, startup.deadline()));
      sandbox.keep();
      return started(sandbox, spec, startup, patience);
    } catch (SandboxStartException e) {
      events.warning(replicas.ownLease(), "SandboxNotMade", e.getMessage());
      throw e;
    }
  }

  private RawSandbox started(
      RawSandbox sandbox,
      SandboxSpec spec,
      Startup first,
      BiFunction<RawSandbox, Startup, Startup> patience) {
    try {
      Startup startup = patience.apply(sandbox, first);
      await(sandbox.started(), startup, spec, sandbox);
      await(sandbox.runner().prepare(), startup, spec, sandbox);
      return sandbox;
    } catch (RuntimeException e) {
      sandbox.discard(e);
      throw e;
    }
  }

  @Override
  public Optional<ManagedSandbox> find(String id) {
    return lookUp(id).map(sandbox -> sandbox);
  }

  private Optional<RawSandbox> lookUp(String id) {
    return sandboxes.find(id, places.of(id), api::read);
  }

  @Override
  public List<SandboxInfo> list() {
    return sandboxes.list();
  }

  @Override
  public boolean delete(String id) {
    Optional<RawSandbox> found = lookUp(id);
    found.ifPresent(RawSandbox::revoke);
    return found.isPresent();
  }

  @Override
  public InstantSource clock() {
    return cluster.clock();
  }

  @Override
  public boolean leads() {
    return replicas.leads();
  }

  @Override
  public SessionStore sessions() {
    return sessions;
  }

  @Override
  public Optional<String> trouble() {
    return sandboxes.trouble().or(replicas::trouble).or(isolation::trouble);
  }

  @Override
  public Optional<NetworkIsolation> networkIsolation() {
    return Optional.of(isolation.known());
  }

  @Override
  public Optional<NetworkIsolation> proveNetworkIsolation() {
    return Optional.of(
        settings.isolation().spec().isEmpty() ? isolation.known() : isolation.prove());
  }

  @Override
  public void close() {
    endProbe();
    keeper.close();
    sandboxes.close();
    release();
  }

  private void release() {
    replicas.close();
    places.close();
    sockets.close();
    cluster.close();
  }

  private NetworkIsolation tryIsolation() {
    SandboxPolicy policy = SandboxPolicy.of(NetworkOptions.NONE);
    policies.ensure(cluster.namespace(), policy);
    return tryIsolation(policy.label());
  }

  /** Tries whether a Pod with a label is cut off. */
  NetworkIsolation tryIsolation(String label) {
    SandboxSpec spec = settings.isolation().spec().orElseThrow();
    ProbePods tried =
        new ProbePods(
            pods,
            (pod, of) ->
                started(
                    sandboxes.remember(home.put(pod)),
                    of,
                    new Startup(of.startupTimeout()),
                    (sandbox, startup) -> startup),
            spec);
    return new IsolationProbe(tried, api, label, isolation::isClosed).get();
  }

  /** Whoever waits for one of its Pods hears that it is closed, and the attempt ends. */
  private void endProbe() {
    isolation.close();
    sandboxes.known().stream().filter(RawSandbox::isProbe).forEach(this::end);
    isolation.awaitEnd();
  }

  private RawSandbox sandbox(V1Pod pod) {
    RawSandbox sandbox =
        new RawSandbox(pod, api, remover, runner(ObjectName.of(pod)), replicas.self());
    sandbox.onLost(reason -> tidy(sandbox));
    return sandbox;
  }

  /** Nobody may ever close a sandbox that was lost. One that did not start is still looked into. */
  private void tidy(RawSandbox lost) {
    if (lost.hasStarted() && !lost.isTaken() && !threads.blocking().isShutdown()) {
      threads.blocking().execute(() -> remover.tidy(lost.place()));
    }
  }

  private ShellRunner runner(ObjectName name) {
    ChannelFactory channels = sockets.to(() -> name, PodFactory.CONTAINER);
    return new ShellRunner(channels, new LossCheck(name, api, channels), threads, timings);
  }

  private void await(
      CompletableFuture<Void> step, Startup startup, SandboxSpec spec, RawSandbox sandbox) {
    startup.await(
        step,
        notStarted(sandbox, spec),
        () -> sandbox.state().reason(),
        reason -> withEvent(sandbox, reason));
  }

  private String withEvent(RawSandbox sandbox, String reason) {
    return api.warning(sandbox.place())
        .map(event -> reason + " [Pod event " + event + "]")
        .orElse(reason);
  }

  private static String notStarted(RawSandbox sandbox, SandboxSpec spec) {
    return "Sandbox Pod %s with image %s did not start: ".formatted(sandbox.id(), spec.image());
  }

  private void end(RawSandbox sandbox) {
    try {
      sandbox.destroy();
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "A Pod is left to its deadline", e);
    }
  }
}
