package dev.sandpool.kubernetes.claim;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.backend.exec.TerminalCommand;
import dev.sandpool.kubernetes.ClusterSandbox;
import dev.sandpool.kubernetes.JsonPatch;
import dev.sandpool.kubernetes.SandboxState;
import dev.sandpool.kubernetes.SandboxState.Kind;
import dev.sandpool.kubernetes.TermsNotes;
import io.kubernetes.client.openapi.ApiException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** One claim and the commands in its sandbox. */
final class ClaimSandbox extends ClusterSandbox<Claim> {

  private static final Logger LOG = System.getLogger(ClaimSandbox.class.getName());

  private final ClaimApi api;
  private final Lease lease;
  private final Binding binding;
  private final SandboxSpec spec;
  private final ContainerStart container;
  private final ClaimStart start;
  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean held;
  private volatile Instant lastUse = Instant.MIN;

  ClaimSandbox(
      Claim claim,
      Function<Claim, SandboxState> meaning,
      ClaimApi api,
      Lease lease,
      Binding binding,
      SandboxSpec spec,
      ContainerStart container,
      ClaimStart start,
      ShellRunner runner,
      String replica) {
    super(claim, meaning, runner, replica);
    this.api = api;
    this.lease = lease;
    this.binding = binding;
    this.spec = spec;
    this.container = container;
    this.start = start;
  }

  /** Whether a claim of this name is another one. */
  boolean isAnother(Claim claim) {
    return !uid().equals(claim.metadata().getUid());
  }

  Binding binding() {
    return binding;
  }

  /** The container that it runs in. */
  ContainerStart container() {
    return container;
  }

  /** Ends it: another container runs in its place. */
  void restarted(String words) {
    lost(words);
  }

  /** This process made it, so it lives for as long as the process does. */
  void hold() {
    held = true;
  }

  /** Somebody asked for it through this process. */
  void use(Instant now) {
    lastUse = now;
  }

  /** Whether it lives for as long as it may, whichever processes do. */
  boolean outlivesProcesses() {
    return TermsNotes.isDetached(object().metadata()) && !tenure().isOver(lease.now());
  }

  /** Whether this process wants it to live on. */
  boolean isWanted(Instant since) {
    boolean used = held || running.get() > 0 || lastUse.isAfter(since);
    return used && lost().isEmpty() && !isDestroyed();
  }

  /** What a template does not know of the specification goes with each command. */
  @Override
  public RunningCommand start(ShellCommand command, ByteSink sink) {
    if (state().kind() == Kind.SUSPENDED) {
      // A channel that was opened before may outlive the Pod by a moment.
      return new Refused(CompletableFuture.failedFuture(binding.suspended()));
    }
    Map<String, String> environment = new HashMap<>(spec.environment());
    environment.putAll(command.environment());
    String directory =
        command.directory().isEmpty() ? spec.workingDirectory() : command.directory();
    running.incrementAndGet();
    RunningCommand started =
        runner()
            .start(
                new ShellCommand(
                    command.script(), directory, environment, command.stdin(), command.timeout()),
                sink);
    started.end().whenComplete((end, error) -> running.decrementAndGet());
    return started;
  }

  /** One that is open is used, whoever types. */
  @Override
  public Terminal openTerminal(TerminalCommand command, TerminalListener listener) {
    if (state().kind() == Kind.SUSPENDED) {
      throw binding.suspended();
    }
    Terminal opened =
        runner()
            .openTerminal(command.within(spec.workingDirectory(), spec.environment()), listener);
    running.incrementAndGet();
    opened.exit().whenComplete((code, error) -> running.decrementAndGet());
    return opened;
  }

  private record Refused(CompletableFuture<CommandEnd> end) implements RunningCommand {
    @Override
    public void cancel() {
      // It has not begun.
    }
  }

  @Override
  public void suspend() {
    start.suspend(this);
  }

  @Override
  public void resume() {
    start.resume(this);
  }

  @Override
  protected String mode() {
    return ClaimBackend.MODE;
  }

  @Override
  protected Set<String> ownLabels() {
    return AgentKeys.OWN_LABELS;
  }

  @Override
  protected Optional<Instant> deadline(Claim seen) {
    return Optional.of(lease.latest(seen.metadata().getCreationTimestamp().toInstant()));
  }

  @Override
  protected Claim change(JsonPatch patch) throws ApiException {
    return api.change(id(), patch);
  }

  /** Whoever made it, from now on it lives for as long as this process does. */
  @Override
  protected Claim take(JsonPatch claim) throws ApiException {
    TraceContext.current()
        .ifPresent(json -> claim.add(JsonPatch.annotation(AgentKeys.TRACE_CONTEXT), json));
    Claim taken = change(claim);
    hold();
    return taken;
  }

  /** The controller may put another Pod in the place of the one that was set up. */
  @Override
  protected Claim putOnOffer(JsonPatch offer) throws ApiException {
    List<String> addresses = object().podIps();
    if (!addresses.isEmpty()) {
      offer.add(JsonPatch.annotation(AgentKeys.SET_UP_AT), String.join(",", addresses));
    }
    return change(offer);
  }

  @Override
  protected Optional<Claim> read() {
    return api.read(id());
  }

  @Override
  protected boolean deleteAsSeen(Claim seen) {
    return api.deleteAsSeen(seen);
  }

  /** Deletes the claim of one that was lost; if that fails, its lease ends it. */
  void tidy() {
    try {
      delete();
    } catch (BackendUnavailableException e) {
      LOG.log(Level.DEBUG, "A lost sandbox's claim is left to its lease", e);
    }
  }

  @Override
  protected void delete() {
    api.delete(id(), uid());
  }
}
