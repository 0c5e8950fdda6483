package dev.sandpool.kubernetes.claim.connect;

import dev.sandpool.backend.exec.ChannelFactory;
import java.util.Optional;
import java.util.function.Supplier;

/** A way to start processes in sandboxes. Thread-safe; shared by all of a back end's. */
public interface Connector extends AutoCloseable {

  /**
   * Channels to processes of one sandbox.
   *
   * @param address where it runs; asked anew for each channel, so that a new Pod's is used
   */
  ChannelFactory channels(Supplier<SandboxAddress> address);

  /** Why no sandbox can be reached now, from what was already seen; never calls out. */
  Optional<String> trouble();

  /** Drops its connections. */
  @Override
  void close();
}
