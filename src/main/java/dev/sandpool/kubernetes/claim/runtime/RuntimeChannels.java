package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.ExecFailedException;
import dev.sandpool.NotSupportedException;
import dev.sandpool.TerminalSize;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.TerminalChannel;
import dev.sandpool.kubernetes.claim.connect.Route;
import dev.sandpool.kubernetes.claim.connect.SandboxAddress;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp;
import dev.sandpool.kubernetes.claim.runtime.RuntimeProbe.Candidate;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Starts processes in one sandbox. What runs there is found out once, with the first channel; where
 * that fails, the next one looks again.
 */
final class RuntimeChannels implements ChannelFactory {

  /** Below the time that a command gives a channel to open. */
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  /** Where exec would do, waiting long for a runtime is waste. */
  private static final Duration PATIENCE_WITH_FALLBACK = Duration.ofSeconds(5);

  private final RuntimeSettings settings;
  private final Route route;
  private final SandboxdClients clients;
  private final SandboxHttp legacy;
  private final SandboxHttp rest;
  private final SandboxHttp grpc;
  private final ChannelFactory exec;
  private final ExecThreads threads;
  private final LegacyCrowd crowd = new LegacyCrowd();
  private CompletableFuture<Kind> kind = new CompletableFuture<>();
  private boolean looking;

  RuntimeChannels(
      RuntimeSettings settings,
      Route route,
      SandboxdClients clients,
      Supplier<SandboxAddress> address,
      ChannelFactory exec,
      ExecThreads threads) {
    this.settings = settings;
    this.route = route;
    this.clients = clients;
    this.exec = exec;
    this.threads = threads;
    legacy = new SandboxHttp(route, address, settings.legacyPort());
    rest = new SandboxHttp(route, address, settings.restPort());
    grpc = new SandboxHttp(route, address, settings.grpcPort());
  }

  @Override
  public Channel open(List<String> argv, ChannelListener listener) {
    CompletableFuture<Kind> found = kind();
    if (found.isDone() && !found.isCompletedExceptionally()) {
      return open(found.join(), argv, listener);
    }
    return new DeferredChannel(found, known -> open(known, argv, listener), listener);
  }

  @Override
  public TerminalChannel openTerminal(
      List<String> argv, TerminalSize size, ChannelListener listener) {
    return switch (awaitKind()) {
      case SANDBOXD -> SandboxdChannel.openTerminal(grpc, clients, argv, size, listener, threads);
      case EXEC -> exec.openTerminal(argv, size, listener);
      case LEGACY, AUTO -> {
        if (settings.execFallback()) {
          yield exec.openTerminal(argv, size, listener);
        }
        throw new NotSupportedException(
            "The legacy runtime in the sandbox has no terminals; sandpool.claim.exec-fallback=true"
                + " opens them by the Kubernetes API");
      }
    };
  }

  private Kind awaitKind() {
    try {
      return kind().get();
    } catch (ExecutionException e) {
      throw new ExecFailedException(
          "The terminal was not opened: " + e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecFailedException("Interrupted while a terminal was opened", e);
    }
  }

  private Channel open(Kind known, List<String> argv, ChannelListener listener) {
    return switch (known) {
      case SANDBOXD -> SandboxdChannel.open(grpc, clients, argv, listener, threads);
      case EXEC -> exec.open(argv, listener);
      case LEGACY, AUTO ->
          LegacyChannel.open(new LegacyExecute(legacy), crowd, argv, listener, threads);
    };
  }

  private synchronized CompletableFuture<Kind> kind() {
    if (kind.isCompletedExceptionally()) {
      kind = new CompletableFuture<>();
      looking = false;
    }
    if (!looking) {
      looking = true;
      look(kind);
    }
    return kind;
  }

  private void look(CompletableFuture<Kind> result) {
    if (settings.kind() == Kind.EXEC) {
      result.complete(Kind.EXEC);
      return;
    }
    try {
      threads.blocking().execute(() -> result.completeAsync(this::find, Runnable::run));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(new IOException("Sandpool is shutting down", e));
    }
  }

  private Kind find() {
    boolean fallback = settings.execFallback();
    try {
      return new RuntimeProbe(
              candidates(),
              fallback ? Optional.of(Kind.EXEC) : Optional.empty(),
              fallback ? PATIENCE_WITH_FALLBACK : PATIENCE)
          .find();
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private List<Candidate> candidates() {
    List<Candidate> candidates = new ArrayList<>();
    if (settings.kind() != Kind.LEGACY && route.transparent()) {
      String name = "sandboxd on port " + settings.restPort();
      candidates.add(new Candidate(Kind.SANDBOXD, rest, "v1/health", name));
    }
    if (settings.kind() != Kind.SANDBOXD) {
      String name = "the legacy runtime on port " + settings.legacyPort();
      candidates.add(new Candidate(Kind.LEGACY, legacy, "", name));
    }
    return candidates;
  }
}
