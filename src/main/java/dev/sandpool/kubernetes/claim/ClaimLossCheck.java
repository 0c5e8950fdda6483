package dev.sandpool.kubernetes.claim;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.ExecFailedException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.kubernetes.ProcessProbe;
import dev.sandpool.kubernetes.SandboxState;
import dev.sandpool.kubernetes.SandboxState.Kind;
import dev.sandpool.kubernetes.claim.connect.SandboxAddress;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Looks whether a claimed sandbox still runs, when a command ended without a word. Blocks. */
final class ClaimLossCheck implements Supplier<Optional<String>> {

  private static final String RESTARTED = "its container was restarted";
  private static final int LOOKS = 12;
  private static final long PAUSE_NANOS = 250_000_000;

  private final String name;
  private final String uid;
  private final ClaimApi api;
  private final Binding binding;
  private final ChannelFactory channels;
  private final ContainerStart start;

  ClaimLossCheck(
      Claim claim, ClaimApi api, Binding binding, ChannelFactory channels, ContainerStart start) {
    name = claim.metadata().getName();
    uid = claim.metadata().getUid();
    this.api = api;
    this.binding = binding;
    this.channels = channels;
    this.start = start;
  }

  @Override
  public Optional<String> get() {
    try {
      return reason().map(reason -> ClaimSandbox.lostWords(name, reason));
    } catch (SandboxLostException e) {
      // While this looked, the Sandbox went, or to another claim.
      return Optional.of(e.getMessage());
    } catch (BackendUnavailableException | ExecFailedException e) {
      // The cluster can't be asked, so nothing is known of the sandbox; or it was suspended
      // meanwhile, which is no loss.
      return Optional.empty();
    }
  }

  /** What the container that runs now says of its start; empty where none answers. Blocks. */
  Optional<String> look() {
    return ProcessProbe.look(channels, ContainerStart.PRINT).said();
  }

  /** Words for a loss, if that is not the container that the sandbox began with. */
  Optional<String> restarted(String said) {
    return start.isAnother(said)
        ? Optional.of(ClaimSandbox.lostWords(name, RESTARTED))
        : Optional.empty();
  }

  /**
   * The Sandbox knows of its Pod before the claim does, and a new process before either. A runtime
   * that does not answer may have gone with its container or Pod, or be out of reach; if it is one
   * of the first, that shows in a moment.
   */
  private Optional<String> reason() {
    for (int look = 1; ; look++) {
      Optional<String> told = told();
      if (told.isPresent() || isSuspended()) {
        return told;
      }
      ProcessProbe.Finding found = ProcessProbe.look(channels, ContainerStart.PRINT);
      if (found.said().isPresent()) {
        return found.said().filter(start::isAnother).map(line -> RESTARTED);
      }
      if (found.failure().isPresent() || look == LOOKS) {
        return found.failure();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** What the cluster knows. */
  private Optional<String> told() {
    Optional<Claim> claim = claim();
    if (claim.isEmpty()) {
      return Optional.of("it was deleted");
    }
    SandboxState state = ClaimState.of(claim.get());
    if (state.isOver()) {
      return Optional.of(state.reason());
    }
    return state.kind() == Kind.SUSPENDED ? Optional.empty() : pod();
  }

  private Optional<String> pod() {
    SandboxAddress before = binding.address();
    Optional<AgentSandbox> sandbox = binding.sandbox();
    if (sandbox.isEmpty()) {
      return Optional.of("its Sandbox is gone");
    }
    if (!sandbox.get().isOf(uid)) {
      return Optional.of("its Sandbox is another claim's");
    }
    return before
        .podIp()
        .filter(ip -> !sandbox.get().podIps().contains(ip))
        .map(ip -> "its Pod is gone");
  }

  private boolean isSuspended() {
    return claim().map(ClaimState::of).filter(it -> it.kind() == Kind.SUSPENDED).isPresent();
  }

  private Optional<Claim> claim() {
    return api.read(name).filter(now -> now.metadata().getUid().equals(uid));
  }
}
