package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** A channel of a kind that is not known yet. */
final class DeferredChannel implements Channel {

  private final CompletableFuture<Channel> channel;
  private final ChannelListener listener;
  private final AtomicBoolean over = new AtomicBoolean();

  /**
   * A channel that opens when the kind is known.
   *
   * @param opener opens it, unless this is closed before
   */
  <T> DeferredChannel(
      CompletableFuture<T> kind, Function<T, Channel> opener, ChannelListener listener) {
    this.listener = listener;
    channel = kind.thenApply(found -> open(found, opener));
    channel.whenComplete((opened, error) -> endOn(error));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    opened().write(bytes, offset, length);
  }

  @Override
  public boolean canEndInput() {
    return channel.isDone() && !channel.isCompletedExceptionally() && channel.join().canEndInput();
  }

  @Override
  public void endInput() throws IOException {
    opened().endInput();
  }

  @Override
  public void expectNothing() {
    channel.thenAccept(Channel::expectNothing);
  }

  @Override
  public void close() {
    if (over.compareAndSet(false, true)) {
      listener.onEnd(ChannelEnd.unknown());
    } else {
      channel.thenAccept(Channel::close);
    }
  }

  /** Whoever comes first, the opening or a close, says how it goes on. */
  private <T> Channel open(T found, Function<T, Channel> opener) {
    if (!over.compareAndSet(false, true)) {
      throw new IllegalStateException("closed before it was open");
    }
    return opener.apply(found);
  }

  private void endOn(Throwable error) {
    if (error != null && over.compareAndSet(false, true)) {
      Throwable cause = error instanceof CompletionException ? error.getCause() : error;
      listener.onEnd(ChannelEnd.broken(cause));
    }
  }

  private Channel opened() throws IOException {
    try {
      return channel.get();
    } catch (ExecutionException e) {
      throw new IOException("the channel did not open: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the channel opens", e);
    }
  }
}
