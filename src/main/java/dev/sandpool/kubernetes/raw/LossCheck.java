package dev.sandpool.kubernetes.raw;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.kubernetes.ProcessProbe;
import dev.sandpool.kubernetes.SandboxState;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Looks whether a Pod still runs commands, when a command ended without the supervisor's word.
 *
 * <p>A Pod's status lags behind its container by up to some seconds, so a status that looks well is
 * not trusted: a new process in the container is the proof. When that proves the end, the status is
 * waited for, as it alone knows the reason, such as OOMKilled.
 */
final class LossCheck implements Supplier<Optional<String>> {

  private static final SandboxState GONE = SandboxState.over("it was deleted");
  private static final int LOOKS = 12;
  private static final long PAUSE_NANOS = 250_000_000;

  private final ObjectName name;
  private final PodApi api;
  private final ChannelFactory channels;

  LossCheck(ObjectName name, PodApi api, ChannelFactory channels) {
    this.name = name;
    this.api = api;
    this.channels = channels;
  }

  @Override
  public Optional<String> get() {
    try {
      return api.read(name)
          .map(PodState::of)
          .or(() -> Optional.of(GONE))
          .filter(SandboxState::isOver)
          .map(SandboxState::reason)
          .or(this::probe)
          .map(reason -> RawSandbox.lostWords(name.name(), reason));
    } catch (BackendUnavailableException e) {
      // The cluster can't be asked, so nothing is known of the sandbox.
      return Optional.empty();
    }
  }

  private Optional<String> probe() {
    return ProcessProbe.failure(channels).map(failure -> reason().orElse(failure));
  }

  /** Why the container ended, once the status has it; empty if it does not come. */
  private Optional<String> reason() {
    for (int look = 0; look < LOOKS; look++) {
      try {
        SandboxState state = api.read(name).map(PodState::of).orElse(GONE);
        if (state.isOver()) {
          return Optional.of(state.reason());
        }
      } catch (BackendUnavailableException e) {
        return Optional.empty();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return Optional.empty();
  }
}
