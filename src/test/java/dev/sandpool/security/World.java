package dev.sandpool.security;

import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxProcesses;
import dev.sandpool.SandboxStatus;
import dev.sandpool.Sandboxes;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One sandbox, {@value #ID} of the tenant {@value #OWNER}, and one pool. Whatever is done with them
 * ends with {@link Reached}, whichever methods their interfaces have tomorrow.
 */
public final class World {

  /** The sandbox there is. */
  public static final String ID = "sp-1";

  /** Whose it is. */
  public static final String OWNER = "blue";

  private final List<String> lines = new ArrayList<>();

  /** A call came through to where it has effects. */
  public static final class Reached extends RuntimeException {
    private static final long serialVersionUID = 1;

    Reached(Method method) {
      super(method.getName());
    }
  }

  /** What a caller of a tenant has, with one role or none. */
  public Access access(String tenant, Optional<Role> role) {
    AuditLog log =
        new AuditLog(lines::add, AuditSettings.Subject.TEXT, Clock.systemUTC(), System::nanoTime);
    return new Access(
        new Caller("somebody", tenant, role.map(Set::of).orElse(Set.of())),
        new TenantLimits(LimitSettings.NONE, System::nanoTime),
        log.begin("r", "127.0.0.1", "TEST"));
  }

  /** All sandboxes, as those who guard them have them. */
  public Sandboxes sandboxes() {
    return proxy(
        Sandboxes.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "find" -> Optional.of(arguments[0]).filter(ID::equals).map(id -> sandbox());
              case "list" -> List.of(info());
              case "pools" -> List.of(pool());
              default -> reached(self, method, arguments);
            });
  }

  private Sandbox sandbox() {
    return proxy(
        Sandbox.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "id" -> ID;
              case "info" -> info();
              case "files" -> proxy(SandboxFiles.class, World::reached);
              case "processes" -> proxy(SandboxProcesses.class, World::reached);
              default -> reached(self, method, arguments);
            });
  }

  /** Files whose every use is an effect. */
  static <T> T reaching(Class<T> type) {
    return proxy(type, World::reached);
  }

  private static Object reached(Object self, Method method, Object... arguments) throws Throwable {
    if (method.isDefault()) {
      try {
        return InvocationHandler.invokeDefault(self, method, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
    throw new Reached(method);
  }

  static SandboxInfo info() {
    return new SandboxInfo(
        ID,
        "local",
        "default",
        SandboxStatus.RUNNING,
        Map.of(),
        OWNER,
        Optional.of("key"),
        Instant.EPOCH,
        Instant.EPOCH,
        Optional.empty());
  }

  private static PoolStatus pool() {
    return new PoolStatus(
        "default",
        1,
        1,
        0,
        0,
        2,
        1,
        1,
        1,
        20,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        List.of(new PoolStatus.Leak(ID, Duration.ofMinutes(1), "com.example.Secret.borrow")));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(World.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
