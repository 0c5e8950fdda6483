package dev.sandpool.telemetry;

import dev.sandpool.Acquired;
import dev.sandpool.ExecResult;
import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Sandboxes that lend, fail and end commands as a test says. */
final class ScriptedSandboxes {

  volatile Runnable onCreate = () -> {};
  volatile RuntimeException createError;
  volatile CompletableFuture<ExecResult> result =
      CompletableFuture.completedFuture(Results.exit(0));

  Sandboxes sandboxes() {
    return Stubs.proxy(
        Sandboxes.class,
        (called, arguments) -> {
          if (called.getName().equals("find")) {
            return Optional.of(sandbox());
          }
          return made(called);
        });
  }

  SandboxBackend backend() {
    return Stubs.proxy(SandboxBackend.class, (called, arguments) -> made(called));
  }

  private Object made(Method called) {
    if (createError != null) {
      throw createError;
    }
    if (called.getReturnType() == ManagedSandbox.class) {
      return Stubs.sample(ManagedSandbox.class);
    }
    onCreate.run();
    if (called.getReturnType() == Acquired.class) {
      return new Acquired(sandbox(), Acquired.Origin.REPLACED, Optional.of("it expired"));
    }
    return called.getReturnType() == Sandbox.class
        ? sandbox()
        : Stubs.sample(called.getReturnType());
  }

  private Sandbox sandbox() {
    return Stubs.proxy(
        Sandbox.class,
        (called, arguments) ->
            switch (called.getName()) {
              case "execute" -> blocking();
              case "executeAsync" -> result;
              default -> Stubs.sample(called.getReturnType());
            });
  }

  private ExecResult blocking() {
    try {
      return result.join();
    } catch (CompletionException e) {
      throw (RuntimeException) e.getCause();
    }
  }
}
