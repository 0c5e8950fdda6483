package dev.sandpool.local;

import dev.sandpool.backend.exec.Scripts;
import dev.sandpool.local.LocalSettings.Network;
import java.util.ArrayList;
import java.util.List;

/** Isolates with bubblewrap, which also runs where only it may make user namespaces. */
final class BubblewrapIsolation implements Isolation {

  private static final String INIT = Scripts.load(BubblewrapIsolation.class, "init.sh");

  private final Network network;

  BubblewrapIsolation(Network network) {
    this.network = network;
  }

  @Override
  public String name() {
    return "bubblewrap";
  }

  @Override
  public List<String> command(String root, RootPlan plan, String hostName) {
    List<String> command = new ArrayList<>();
    command.add(HostTools.require("bwrap"));
    command.addAll(List.of("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"));
    if (network == Network.NONE) {
      command.add("--unshare-net");
    }
    // Root of the outer user namespace, so that bubblewrap does not make an inner one itself: it
    // could not be entered. The capabilities are for init, which makes it and then drops them.
    command.addAll(List.of("--uid", "0", "--gid", "0", "--cap-add", "ALL"));
    command.addAll(List.of("--die-with-parent", "--as-pid-1", "--hostname", hostName));
    command.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run"));
    command.addAll(List.of("--tmpfs", "/dev/shm"));
    plan.entries().forEach(entry -> command.addAll(options(entry)));
    command.addAll(List.of("--", "/bin/sh", "-c", INIT, "sh"));
    return command;
  }

  private static List<String> options(RootPlan.Entry entry) {
    return switch (entry.kind()) {
      case READ_ONLY -> List.of("--ro-bind", entry.source(), entry.target());
      case WRITABLE -> List.of("--bind", entry.source(), entry.target());
      case LINK -> List.of("--symlink", entry.source(), entry.target());
    };
  }
}
