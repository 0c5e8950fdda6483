package dev.sandpool.kubernetes.raw;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.EndListener;
import dev.sandpool.kubernetes.NoProcessException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Looks whether a Pod still runs commands, when a command ended without the supervisor's word.
 *
 * <p>A Pod's status lags behind its container by up to some seconds, so a status that looks well is
 * not trusted: a new process in the container is the proof.
 */
final class LossCheck implements Supplier<Optional<String>> {

  private static final long PROBE_SECONDS = 10;

  private final String name;
  private final PodApi api;
  private final ChannelFactory channels;

  LossCheck(String name, PodApi api, ChannelFactory channels) {
    this.name = name;
    this.api = api;
    this.channels = channels;
  }

  @Override
  public Optional<String> get() {
    try {
      return api.read(name)
          .map(pod -> PodState.of(pod))
          .map(state -> state.kind() == PodState.Kind.OVER ? Optional.of(state.reason()) : probe())
          .orElse(Optional.of("it was deleted"))
          .map(reason -> "Sandbox " + name + " is lost: " + reason + "; create another one");
    } catch (BackendUnavailableException e) {
      // The cluster can't be asked, so nothing is known of the sandbox.
      return Optional.empty();
    }
  }

  private Optional<String> probe() {
    CompletableFuture<ChannelEnd> end = new CompletableFuture<>();
    Channel channel = channels.open(List.of("/bin/sh", "-c", ":"), new EndListener(end));
    ChannelEnd result =
        end.completeOnTimeout(ChannelEnd.unknown(), PROBE_SECONDS, TimeUnit.SECONDS).join();
    channel.close();
    return result
        .error()
        // A server that refuses, or can't be reached, does not know how the container is.
        .filter(NoProcessException.class::isInstance)
        .map(error -> "its container no longer runs (" + error.getMessage() + ")");
  }
}
