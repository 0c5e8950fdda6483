package dev.sandpool.kubernetes.claim.connect;

import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ExecSockets;
import dev.sandpool.kubernetes.ObjectName;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Starts processes by the Kubernetes API, as in mode raw. It needs no router and no server in the
 * sandbox, but the right to exec into Pods.
 */
public final class ExecConnector implements Connector {

  private final ExecSockets sockets;
  private final Optional<String> container;

  /**
   * Prepares.
   *
   * @param container of the Pod; empty where it has only one
   */
  public ExecConnector(Cluster cluster, Optional<String> container) {
    sockets = new ExecSockets(cluster);
    this.container = container;
  }

  @Override
  public ChannelFactory channels(Supplier<SandboxAddress> address) {
    return sockets.to(
        () -> {
          SandboxAddress now = address.get();
          return new ObjectName(now.namespace(), now.podName());
        },
        container.orElse(""));
  }

  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  @Override
  public void close() {
    sockets.close();
  }
}
