package dev.sandpool.cdi;

import dev.sandpool.Sandbox;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The sandboxes of the {@link WithSandbox} calls that run on each thread. */
final class SandboxCalls {

  private static final ThreadLocal<Deque<Sandbox>> CALLS = new ThreadLocal<>();

  private SandboxCalls() {}

  static void begin(Sandbox sandbox) {
    if (CALLS.get() == null) {
      CALLS.set(new ArrayDeque<>());
    }
    CALLS.get().push(sandbox);
  }

  static void end() {
    CALLS.get().pop();
    if (CALLS.get().isEmpty()) {
      CALLS.remove(); // Servers keep their threads.
    }
  }

  static Optional<Sandbox> innermost() {
    return Optional.ofNullable(CALLS.get()).map(Deque::peek);
  }
}
