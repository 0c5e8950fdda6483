package dev.sandpool.backend.exec;

import java.util.concurrent.CompletableFuture;

/**
 * Waits for the end of a channel whose output says nothing.
 *
 * @param end ends with the channel
 */
public record EndListener(CompletableFuture<ChannelEnd> end) implements ChannelListener {

  @Override
  public void onStdout(byte[] bytes) {}

  @Override
  public void onStderr(byte[] bytes) {}

  @Override
  public void onEnd(ChannelEnd how) {
    end.complete(how);
  }
}
