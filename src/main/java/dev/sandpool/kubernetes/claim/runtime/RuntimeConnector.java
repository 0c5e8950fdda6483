package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.claim.connect.Connector;
import dev.sandpool.kubernetes.claim.connect.Route;
import dev.sandpool.kubernetes.claim.connect.Routes;
import dev.sandpool.kubernetes.claim.connect.SandboxAddress;
import java.util.Optional;
import java.util.function.Supplier;

/** Starts processes through the runtimes of sandboxes, over one way to all of them. */
public final class RuntimeConnector implements Connector {

  private final RuntimeSettings settings;
  private final Route route;
  private final SandboxdClients clients = new SandboxdClients();
  private final Connector exec;
  private final ExecThreads threads;

  /**
   * A connector that goes by the settings.
   *
   * @param cluster where the sandboxes are
   * @param exec starts processes without a runtime, where the settings say so; closed with this
   * @param threads what work runs on; shared, not closed
   */
  public static RuntimeConnector open(
      AccessSettings settings, Cluster cluster, Connector exec, ExecThreads threads) {
    return new RuntimeConnector(
        settings.runtime(), Routes.open(settings.connection(), cluster), exec, threads);
  }

  RuntimeConnector(RuntimeSettings settings, Route route, Connector exec, ExecThreads threads) {
    this.settings = settings;
    this.route = route;
    this.exec = exec;
    this.threads = threads;
  }

  @Override
  public ChannelFactory channels(Supplier<SandboxAddress> address) {
    return new RuntimeChannels(settings, route, clients, address, exec.channels(address), threads);
  }

  @Override
  public Optional<String> trouble() {
    return settings.kind() == RuntimeSettings.Kind.EXEC ? exec.trouble() : route.trouble();
  }

  @Override
  public void close() {
    route.close();
    exec.close();
  }
}
