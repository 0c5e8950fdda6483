package dev.sandpool.cdi;

import jakarta.interceptor.InvocationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The sandboxes of one call from outside: one for each attempt that Fault Tolerance makes of it. An
 * attempt ends its own; those of attempts that Fault Tolerance gave up end with the call.
 */
final class CallSandboxes {

  private static final String KEY = CallSandboxes.class.getName();

  private final List<ScopedSandbox> open = new ArrayList<>();
  private boolean over;

  /** Those of a call; interceptors of one call share its data. */
  static CallSandboxes of(InvocationContext call) {
    return (CallSandboxes) call.getContextData().computeIfAbsent(KEY, key -> new CallSandboxes());
  }

  /** An attempt begins; if the call is over already, the sandbox is of no use. */
  void begin(ScopedSandbox sandbox) {
    if (!added(sandbox)) {
      sandbox.end();
    }
  }

  /** An attempt ended. */
  void end(ScopedSandbox sandbox) {
    synchronized (this) {
      open.remove(sandbox);
    }
    sandbox.end();
  }

  /** The call is over. What is left is ended in the background: nobody is there to wait for it. */
  void end() {
    List<ScopedSandbox> left = takeOpen();
    if (!left.isEmpty()) {
      CompletableFuture.runAsync(() -> left.forEach(ScopedSandbox::end));
    }
  }

  private synchronized boolean added(ScopedSandbox sandbox) {
    return !over && open.add(sandbox);
  }

  private synchronized List<ScopedSandbox> takeOpen() {
    over = true;
    List<ScopedSandbox> left = List.copyOf(open);
    open.clear();
    return left;
  }
}
