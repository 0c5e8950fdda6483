package dev.sandpool.backend.exec;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a channel ended.
 *
 * @param exitCode the process's exit status, where the transport said it
 * @param error what broke; empty when the channel ended in order
 */
public record ChannelEnd(OptionalInt exitCode, Optional<Throwable> error) {

  /** The process ended with this status. */
  public static ChannelEnd exited(int code) {
    return new ChannelEnd(OptionalInt.of(code), Optional.empty());
  }

  /** The channel closed in order, but nobody said how the process ended. */
  public static ChannelEnd unknown() {
    return new ChannelEnd(OptionalInt.empty(), Optional.empty());
  }

  /** The channel broke or never opened. */
  public static ChannelEnd broken(Throwable error) {
    return new ChannelEnd(OptionalInt.empty(), Optional.of(error));
  }
}
