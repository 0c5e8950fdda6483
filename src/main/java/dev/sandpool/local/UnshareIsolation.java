package dev.sandpool.local;

import dev.sandpool.backend.exec.Scripts;
import dev.sandpool.local.LocalSettings.Network;
import java.util.ArrayList;
import java.util.List;

/** Isolates with util-linux alone; {@code root.sh} builds the root. */
final class UnshareIsolation implements Isolation {

  private static final String ROOT = Scripts.load(UnshareIsolation.class, "root.sh");
  private static final String INIT = Scripts.load(UnshareIsolation.class, "init.sh");

  private final Network network;

  UnshareIsolation(Network network) {
    this.network = network;
  }

  @Override
  public String name() {
    return "unshare";
  }

  @Override
  public List<String> command(String root, RootPlan plan, String hostName) {
    List<String> command = new ArrayList<>();
    command.add(HostTools.require("unshare"));
    command.addAll(
        List.of("--user", "--map-root-user", "--mount", "--pid", "--ipc", "--uts", "--fork"));
    if (network == Network.NONE) {
      command.add("--net");
    }
    command.addAll(List.of("--kill-child=KILL", "/bin/sh", "-c", ROOT, "sh"));
    command.addAll(List.of(root, INIT, hostName));
    for (RootPlan.Entry entry : plan.entries()) {
      command.addAll(List.of(entry.kind().word(), entry.source(), entry.target()));
    }
    return command;
  }
}
