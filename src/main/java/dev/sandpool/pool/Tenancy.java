package dev.sandpool.pool;

import dev.sandpool.CreateRequest;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Terms;
import java.time.Duration;
import java.util.Optional;

/** For how long holders may keep their sandboxes. Thread-safe. */
public interface Tenancy {

  /**
   * The terms of a request that is met now. Does not block.
   *
   * @throws dev.sandpool.InvalidValueException if it asks for longer than anybody may have
   */
  Terms terms(CreateRequest request);

  /** The same sandbox, whose use is noted from now on. */
  ManagedSandbox tracked(ManagedSandbox sandbox);

  /**
   * Begins its time again. Blocks.
   *
   * @param ttl how long from now; empty for as long as it had, zero for no end
   * @throws dev.sandpool.InvalidValueException if that is longer than anybody may have
   * @throws dev.sandpool.SandboxLostException if it ended or expired before
   */
  void renew(ManagedSandbox sandbox, Optional<Duration> ttl);
}
