package dev.sandpool.kubernetes.claim;

import com.google.gson.JsonObject;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.WarmStock;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ClusterSandbox;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.kubernetes.SandboxKeys;
import dev.sandpool.kubernetes.SandboxRegistry;
import dev.sandpool.kubernetes.SessionLeases;
import dev.sandpool.kubernetes.claim.connect.Connector;
import dev.sandpool.kubernetes.stock.EventRecorder;
import dev.sandpool.kubernetes.stock.Replicas;
import dev.sandpool.kubernetes.stock.StockKeeper;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Sandboxes as claims on agent-sandbox, made here and shared with others on the cluster. */
public final class ClaimBackend implements SandboxBackend {

  /** The mode's name. */
  public static final String MODE = "agent-sandbox";

  private final ClaimSettings settings;
  private final Function<String, SandboxSpec> specs;
  private final ExecThreads threads;
  private final ExecTimings timings;
  private final Lease lease;
  private final AgentApi agent;
  private final ClaimApi api;
  private final ClaimFactory claims;
  private final Connector connector;
  private final Replicas replicas;
  private final SessionStore sessions;
  private final EventRecorder events;
  private final SandboxRegistry<Claim, ClaimSandbox> sandboxes;
  private final LeaseKeeper keeper;
  private final StockKeeper<Claim, ClaimSandbox> stock;

  /**
   * Connects to the cluster, and looks which versions of agent-sandbox it serves.
   *
   * @param settings where, and from what to claim
   * @param specs the specification of a name
   * @param connectors how commands reach sandboxes; closed with this
   * @param threads shared; not closed
   * @param timings of commands
   * @param machine the time on this machine; what counts is the cluster's
   * @throws dev.sandpool.BackendUnavailableException if the cluster can't be used
   */
  public ClaimBackend(
      ClaimSettings settings,
      Function<String, SandboxSpec> specs,
      Function<Cluster, Connector> connectors,
      ExecThreads threads,
      ExecTimings timings,
      Clock machine) {
    this.settings = settings;
    this.specs = specs;
    this.threads = threads;
    this.timings = timings;
    agent = AgentApi.open(settings.cluster(), machine);
    lease = new Lease(agent.cluster().clock(), settings.lease(), settings.maxLifetime());
    api = new ClaimApi(agent.claims());
    claims = new ClaimFactory(agent.claims().apiVersion(), settings, agent.source(), lease);
    connector = connectors.apply(agent.cluster());
    replicas = join(machine);
    sessions = new SessionLeases(agent.cluster());
    events = new EventRecorder(agent.cluster(), replicas.self(), machine, threads);
    sandboxes =
        new SandboxRegistry<>(this::sandbox, claim -> !ClaimState.of(claim).isOver(), agent::watch);
    keeper = new LeaseKeeper(this::renewable, api, lease, threads);
    stock =
        new StockKeeper<>(
            new ClaimStockObjects(settings, api, this::join), sandboxes, replicas, events, threads);
  }

  /** Those that this process has to do with; the one that leads keeps what lives without any. */
  private Collection<ClaimSandbox> renewable() {
    if (replicas.leads()) {
      sandboxes
          .held()
          .filter(ClaimSandbox::outlivesProcesses)
          .forEach(each -> each.use(lease.now()));
    }
    return sandboxes.known();
  }

  private Replicas join(Clock clock) {
    try {
      return new Replicas(agent.cluster(), settings.cluster().replicas(), clock, threads);
    } catch (RuntimeException e) {
      connector.close();
      agent.cluster().close();
      throw e;
    }
  }

  @Override
  public String mode() {
    return MODE;
  }

  @Override
  public WarmStock stock() {
    return stock.stock();
  }

  @Override
  public ManagedSandbox create(SandboxSpec spec) {
    try {
      return start(spec);
    } catch (SandboxStartException e) {
      events.warning(replicas.ownLease(), "SandboxNotMade", e.getMessage());
      throw e;
    }
  }

  private ManagedSandbox start(SandboxSpec spec) {
    ClaimOptions options = settings.options(spec.name());
    String id = SandboxIds.next();
    JsonObject claim = claims.claim(id, spec, stock.stock().labels(spec));
    ClaimSandbox sandbox = sandboxes.remember(api.create(id, claim));
    sandbox.keep();
    try {
      sandbox.hold();
      new ClaimStart(agent, options, spec, threads).run(sandbox);
      return sandbox;
    } catch (RuntimeException e) {
      if (ClaimState.lacksSource(sandbox.object())) {
        agent.source().forget(options);
      }
      sandbox.discard(e);
      throw e;
    }
  }

  /** Its end comes nearer, since who made it renews it no more. */
  private void join(ClaimSandbox sandbox, SandboxSpec spec) {
    sandbox.hold();
    keeper.renew(sandbox);
    new ClaimStart(agent, settings.options(spec.name()), spec, threads).join(sandbox);
  }

  @Override
  public Optional<ManagedSandbox> find(String id) {
    Optional<ClaimSandbox> found = lookUp(id);
    found.ifPresent(sandbox -> sandbox.use(lease.now()));
    return found.map(sandbox -> sandbox);
  }

  private Optional<ClaimSandbox> lookUp(String id) {
    ObjectName place = new ObjectName(agent.cluster().namespace(), id);
    return sandboxes.find(id, List.of(place), name -> api.read(name.name()));
  }

  @Override
  public List<SandboxInfo> list() {
    return sandboxes.list();
  }

  @Override
  public boolean delete(String id) {
    Optional<ClaimSandbox> found = lookUp(id);
    found.ifPresent(ClusterSandbox::revoke);
    return found.isPresent();
  }

  @Override
  public InstantSource clock() {
    return agent.cluster().clock();
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
    return sandboxes.trouble().or(replicas::trouble).or(connector::trouble);
  }

  @Override
  public void close() {
    keeper.close();
    stock.close();
    sandboxes.close();
    replicas.close();
    connector.close();
    agent.cluster().close();
  }

  LeaseKeeper keeper() {
    return keeper;
  }

  private ClaimSandbox sandbox(Claim claim) {
    Binding binding = new Binding(agent.cluster().namespace(), agent.sandboxes(), claim);
    ContainerStart container = new ContainerStart();
    ChannelFactory plain = connector.channels(binding::address);
    ChannelFactory probing = new GuardedChannels(binding, plain, () -> {});
    ClaimLossCheck check = new ClaimLossCheck(claim, api, binding, probing, container);
    RestartSuspicion suspicion = new RestartSuspicion(check, threads);
    ChannelFactory channels = new GuardedChannels(binding, plain, suspicion::arise);
    ClaimHistory history = new ClaimHistory(container);
    SandboxSpec spec =
        specs.apply(SandboxKeys.labels(claim.metadata()).getOrDefault(SandboxKeys.SPEC, ""));
    ClaimSandbox sandbox =
        new ClaimSandbox(
            claim,
            newer -> {
              binding.update(newer);
              return history.apply(newer);
            },
            api,
            lease,
            binding,
            spec,
            container,
            new ClaimStart(agent, settings.options(spec.name()), spec, threads),
            new ShellRunner(channels, check, threads, timings),
            replicas.self());
    suspicion.of(sandbox);
    sandbox.onLost(reason -> tidy(sandbox));
    return sandbox;
  }

  /**
   * The controller fills the place of a Pod that went, and nobody may ever close what was lost. One
   * that did not start is deleted by who waits for it.
   */
  private void tidy(ClaimSandbox lost) {
    if (lost.hasStarted() && !lost.isTaken() && !threads.blocking().isShutdown()) {
      threads.blocking().execute(lost::tidy);
    }
  }
}
