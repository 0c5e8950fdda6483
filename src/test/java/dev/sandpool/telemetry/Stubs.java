package dev.sandpool.telemetry;

import static java.util.Map.entry;

import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import dev.sandpool.CreateRequest;
import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStatus;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Implements any interface, also methods that it gets tomorrow, and has a value of any type. */
final class Stubs {

  private Stubs() {}

  /** Answers a call. */
  interface Answer {
    Object to(Method called, Object... arguments) throws Throwable;
  }

  static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, called, arguments) -> answer.to(called, arguments)));
  }

  static Object sample(Class<?> type) {
    Map<Class<?>, Object> samples =
        Map.ofEntries(
            entry(String.class, "sp-1"),
            entry(boolean.class, true),
            entry(List.class, List.of()),
            entry(Map.class, Map.of()),
            entry(Optional.class, Optional.empty()),
            entry(CreateRequest.class, CreateRequest.of("python")),
            entry(ExecRequest.class, ExecRequest.of("true")),
            entry(ExecResult.class, Results.exit(0)),
            entry(CompletionStage.class, CompletableFuture.completedFuture(Results.exit(0))),
            entry(SandboxSpec.class, spec()),
            entry(PoolStatus.class, pool("python", 1)),
            entry(SandboxInfo.class, info()));
    if (type == Acquired.class) {
      return new Acquired((Sandbox) sample(Sandbox.class), Origin.CREATED, Optional.empty());
    }
    if (type.isInterface() && !samples.containsKey(type)) {
      return proxy(type, (called, arguments) -> sample(called.getReturnType()));
    }
    return samples.get(type);
  }

  private static SandboxInfo info() {
    return new SandboxInfo(
        "sp-1",
        "local",
        "python",
        SandboxStatus.RUNNING,
        Map.of(),
        "",
        Optional.empty(),
        Instant.EPOCH,
        Instant.EPOCH,
        Optional.empty());
  }

  /** A pool with 4 sandboxes in use, 2 being made, 5 callers waiting, 7 wanted and 20 allowed. */
  static PoolStatus pool(String name, int available) {
    return new PoolStatus(
        name,
        available,
        4,
        2,
        5,
        available + 6,
        7,
        2,
        9,
        20,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  static SandboxSpec spec() {
    return new SandboxSpec(
        "python",
        "image",
        "/tmp",
        Map.of(),
        new SandboxSpec.Resources("1", "1", "1Gi", "1Gi", "1Gi", "1Gi"),
        Duration.ofMinutes(1),
        Optional.empty());
  }
}
