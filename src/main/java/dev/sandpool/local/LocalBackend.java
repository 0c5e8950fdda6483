package dev.sandpool.local;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.SessionsInMemory;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Runs sandboxes as isolated processes on this machine, for development and tests.
 *
 * <p>Sandboxes live at most as long as this object, and never longer than the JVM, however it ends.
 * Of their specifications, the image and the processor and disk limits are ignored.
 */
public final class LocalBackend implements SandboxBackend {

  static final String MODE = "local";

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final ExecThreads threads;
  private final ExecTimings timings;
  private final Clock clock;
  private final StateDirectory state;
  private final Launcher launcher;
  private final Isolation isolation;
  private final SessionStore sessions = new SessionsInMemory();
  private final Map<String, LocalSandbox> sandboxes = new ConcurrentHashMap<>();

  /**
   * Makes a back end: removes what crashed ones left, and tries the isolation with a sandbox that
   * it then ends. Blocks for about a tenth of a second.
   *
   * @param settings where and how
   * @param threads what commands run on; shared, not closed
   * @param timings how long things may take
   * @param clock tells when a sandbox was made
   * @throws dev.sandpool.BackendUnavailableException if no isolation works on this machine, the
   *     state directory cannot be used, or this is a Kubernetes Pod
   */
  public LocalBackend(
      LocalSettings settings, ExecThreads threads, ExecTimings timings, Clock clock) {
    PlaceGuard.requireLinux();
    PlaceGuard.refusePods(settings, System.getenv());
    this.threads = threads;
    this.timings = timings;
    this.clock = clock;
    this.state = StateDirectory.open(settings.stateDirectory(), settings.network());
    try {
      this.isolation =
          Isolations.choose(settings, candidate -> tryOut(launcher(settings, candidate)));
    } catch (RuntimeException e) {
      state.close();
      throw e;
    }
    this.launcher = launcher(settings, isolation);
  }

  @Override
  public String mode() {
    return MODE;
  }

  /** What isolates the sandboxes: {@code bubblewrap} or {@code unshare}. */
  public String isolation() {
    return isolation.name();
  }

  @Override
  public ManagedSandbox create(SandboxSpec spec) {
    spec.environment().keySet().forEach(LocalBackend::requireVariable);
    LocalSandbox sandbox = launch(launcher, spec);
    sandboxes.put(sandbox.id(), sandbox);
    if (sandbox.lost().isPresent()) {
      sandboxes.remove(sandbox.id()); // It ended before it was in the map to be taken out.
    }
    return sandbox;
  }

  @Override
  public Optional<ManagedSandbox> find(String id) {
    return Optional.ofNullable(sandboxes.get(id))
        .filter(LocalSandbox::isHeld)
        .map(ManagedSandbox.class::cast);
  }

  @Override
  public List<SandboxInfo> list() {
    return sandboxes.values().stream()
        .filter(LocalSandbox::isHeld)
        .map(LocalSandbox::info)
        .sorted(Comparator.comparing(SandboxInfo::createdAt).thenComparing(SandboxInfo::id))
        .toList();
  }

  @Override
  public boolean delete(String id) {
    LocalSandbox sandbox = sandboxes.remove(id);
    if (sandbox == null) {
      return false;
    }
    sandbox.delete();
    return true;
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public SessionStore sessions() {
    return sessions;
  }

  /** Nothing: a back end on this machine that started works. */
  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  /** Destroys all sandboxes, whoever holds them: they cannot outlive the JVM. */
  @Override
  public void close() {
    sandboxes.keySet().forEach(this::delete);
    state.close();
  }

  private Launcher launcher(LocalSettings settings, Isolation candidate) {
    return new Launcher(settings, state, candidate, threads.timer());
  }

  private LocalSandbox launch(Launcher with, SandboxSpec spec) {
    String id = SandboxIds.next();
    LocalSandbox sandbox =
        new LocalSandbox(
            id, spec, clock.instant(), with.launch(id, spec), threads, timings, this::forget);
    try {
      sandbox.prepare().join();
      return sandbox;
    } catch (CompletionException e) {
      sandbox.destroy();
      throw new SandboxStartException(
          "The sandbox was made, but its shell did not answer: " + e.getCause().getMessage(), e);
    }
  }

  private void forget(LocalSandbox sandbox) {
    sandboxes.remove(sandbox.id());
  }

  private void tryOut(Launcher candidate) {
    SandboxSpec.Resources unlimited = new SandboxSpec.Resources("", "", "", "", "", "");
    launch(
            candidate,
            new SandboxSpec(
                "probe",
                "",
                RootPlanner.HOME.toString(),
                Map.of(),
                unlimited,
                Duration.ofSeconds(10),
                Optional.empty()))
        .destroy();
  }

  private static void requireVariable(String name) {
    if (!VARIABLE.matcher(name).matches()) {
      throw new InvalidValueException(
          "environment",
          name,
          "name variables with letters, digits and _, not starting with a digit");
    }
  }
}
