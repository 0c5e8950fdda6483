package dev.sandpool.local;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxException;
import dev.sandpool.local.LocalSettings.IsolationChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Finds the isolation that works here. */
final class Isolations {

  private Isolations() {}

  /**
   * Tries what the settings allow, best first.
   *
   * @param trial makes a sandbox with an isolation and ends it; throws if it cannot
   * @throws BackendUnavailableException if none works, with what each said and what to do
   */
  static Isolation choose(LocalSettings settings, Consumer<Isolation> trial) {
    List<String> failures = new ArrayList<>();
    for (Isolation isolation : candidates(settings)) {
      try {
        trial.accept(isolation);
        return isolation;
      } catch (SandboxException e) {
        failures.add(isolation.name() + ": " + e.getMessage());
      }
    }
    throw new BackendUnavailableException(
        "No sandbox can be isolated on this machine. Tried "
            + String.join(" | ", failures)
            + ". "
            + KernelAdvice.read());
  }

  private static List<Isolation> candidates(LocalSettings settings) {
    List<Isolation> candidates = new ArrayList<>();
    IsolationChoice choice = settings.isolation();
    boolean bubblewrap =
        choice == IsolationChoice.BUBBLEWRAP
            || (choice == IsolationChoice.AUTO && HostTools.find("bwrap").isPresent());
    if (bubblewrap) {
      candidates.add(new BubblewrapIsolation(settings.network()));
    }
    if (choice != IsolationChoice.BUBBLEWRAP) {
      candidates.add(new UnshareIsolation(settings.network()));
    }
    return candidates;
  }
}
