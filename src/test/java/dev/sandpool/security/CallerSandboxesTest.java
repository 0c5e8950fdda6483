package dev.sandpool.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandpool.CleanupRequest;
import dev.sandpool.CreateRequest;
import dev.sandpool.ExecRequest;
import dev.sandpool.FileUpload;
import dev.sandpool.OutputListener;
import dev.sandpool.PoolChange;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxProcesses;
import dev.sandpool.SandboxQuery;
import dev.sandpool.Sandboxes;
import dev.sandpool.TerminalListener;
import dev.sandpool.TerminalRequest;
import dev.sandpool.security.World.Reached;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** No method of what a caller is given does anything that its roles do not allow. */
class CallerSandboxesTest {

  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(String.class, "/a"),
          Map.entry(byte[].class, new byte[1]),
          Map.entry(int.class, 1),
          Map.entry(long.class, 0L),
          Map.entry(boolean.class, true),
          Map.entry(List.class, List.of()),
          Map.entry(Map.class, Map.of()),
          Map.entry(Iterable.class, List.of()),
          Map.entry(Optional.class, Optional.empty()),
          Map.entry(InputStream.class, new ByteArrayInputStream(new byte[0])),
          Map.entry(OutputStream.class, new ByteArrayOutputStream()),
          Map.entry(FileUpload.class, FileUpload.of("/a", "x")),
          Map.entry(ExecRequest.class, ExecRequest.of("true")),
          Map.entry(OutputListener.class, OutputListener.NONE),
          Map.entry(TerminalRequest.class, TerminalRequest.shell()),
          Map.entry(TerminalListener.class, (TerminalListener) bytes -> {}),
          Map.entry(CreateRequest.class, CreateRequest.of("default")),
          Map.entry(CleanupRequest.class, CleanupRequest.EXPIRED),
          Map.entry(SandboxQuery.class, SandboxQuery.ALL),
          Map.entry(PoolChange.class, PoolChange.NONE));

  /** What has no effect and tells nothing, or is asked for by what it gives. */
  private static final Set<String> HARMLESS = Set.of("id", "info", "close", "async");

  private final World world = new World();

  static Stream<Method> methodsOfASandbox() {
    return Stream.of(Sandbox.class, SandboxFiles.class, SandboxProcesses.class)
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !HARMLESS.contains(method.getName()));
  }

  @ParameterizedTest
  @MethodSource("methodsOfASandbox")
  void viewersAreRefusedAllThatIsInASandbox(Method method) {
    Throwable error = call(method, Role.VIEWER);

    assertThat(error).isInstanceOf(AccessRefusedException.class).hasMessageContaining("role user");
  }

  @ParameterizedTest
  @MethodSource("methodsOfASandbox")
  void usersAreNot(Method method) {
    Throwable error = call(method, Role.USER);

    if (error != null) {
      assertThat(error).isInstanceOf(Reached.class);
    }
  }

  @ParameterizedTest
  @MethodSource("methodsOfAll")
  void whoHasNoRoleIsRefusedEverything(Method method) {
    Sandboxes none = world.access(World.OWNER, Optional.empty()).over(world.sandboxes());

    assertThat(invoke(method, none)).isInstanceOf(AccessRefusedException.class);
  }

  static Stream<Method> methodsOfAll() {
    return Arrays.stream(Sandboxes.class.getMethods())
        .filter(method -> !HARMLESS.contains(method.getName()));
  }

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"VIEWER", "USER"})
  void sandboxesOfOtherTenantsAreNotThere(Role role) {
    Sandboxes foreign = world.access("red", Optional.of(role)).over(world.sandboxes());

    assertThat(foreign.find(World.ID)).isEmpty();
    assertThat(foreign.list()).isEmpty();
    assertThat(foreign.list(SandboxQuery.ALL).items()).isEmpty();
    assertThat(foreign.list(SandboxQuery.ALL.withTenant(World.OWNER)).items()).isEmpty();
    assertThat(foreign.stats().total()).isZero();
    assertThat(foreign.pools().get(0).leaked()).isEmpty();
  }

  @Test
  void usersDoNotDeleteThoseOfOthers() {
    Sandboxes foreign = user("red");
    Sandboxes own = user(World.OWNER);

    assertThat(foreign.delete(World.ID)).isFalse();
    assertThatThrownBy(() -> own.delete(World.ID)).isInstanceOf(Reached.class);
  }

  @Test
  void operatorsHaveAll() {
    Sandboxes all = world.access("ops", Optional.of(Role.OPERATOR)).over(world.sandboxes());

    assertThat(all.find(World.ID)).isPresent();
    assertThat(all.list()).hasSize(1);
    assertThat(all.pools().get(0).leaked()).hasSize(1);
    assertThatThrownBy(() -> all.delete(World.ID)).isInstanceOf(Reached.class);
    assertThatThrownBy(() -> all.cleanup(CleanupRequest.EXPIRED)).isInstanceOf(Reached.class);
    assertThatThrownBy(() -> all.resize("default", PoolChange.NONE)).isInstanceOf(Reached.class);
    assertThatThrownBy(() -> all.create(CreateRequest.of("default").withTenant("blue")))
        .isInstanceOf(Reached.class);
  }

  @Test
  void usersChangeNothingThatAllShare() {
    Sandboxes own = user(World.OWNER);

    refused(() -> own.cleanup(CleanupRequest.EXPIRED), "clean up");
    refused(() -> own.resize("default", PoolChange.NONE), "change the sizes of a pool");
  }

  @Test
  void usersActForNoOtherTenant() {
    CreateRequest request = CreateRequest.keyed("key").withTenant("blue");

    refused(() -> user("red").create(request), "other tenants");
    refused(() -> user("red").getOrCreate(request), "other tenants");
  }

  @Test
  void sandboxesAreMadeForTheCallersTenant() {
    RecordingSandboxes made = new RecordingSandboxes();
    Sandboxes own = world.access("red", Optional.of(Role.USER)).over(made.sandboxes());

    List<ThrowingCallable> calls =
        List.of(
            () -> own.create(CreateRequest.of("default")),
            () -> own.getOrCreate(CreateRequest.keyed("key")),
            () -> own.create(CreateRequest.of("default").withTenant("red")),
            () -> own.attachOrCreate("sp-9", CreateRequest.of("default")));

    // Nothing is made, so there is nothing to give back.
    calls.forEach(call -> assertThat(catchThrowable(call)).isNotNull());

    assertThat(made.requests()).hasSize(4).allMatch(each -> each.tenant().equals("red"));
  }

  private Sandboxes user(String tenant) {
    return world.access(tenant, Optional.of(Role.USER)).over(world.sandboxes());
  }

  private static void refused(ThrowingCallable call, String what) {
    assertThatThrownBy(call)
        .isInstanceOf(AccessRefusedException.class)
        .hasMessageContaining(what)
        .hasMessageContaining("role operator, and it has user");
  }

  private Throwable call(Method method, Role role) {
    Access access = world.access(World.OWNER, Optional.of(role));
    Object target =
        Map.<Class<?>, Object>of(
                SandboxFiles.class,
                new CallerFiles(World.reaching(SandboxFiles.class), World.ID, () -> access),
                SandboxProcesses.class,
                new CallerProcesses(World.reaching(SandboxProcesses.class), World.ID, () -> access),
                Sandbox.class,
                access.over(world.sandboxes()).find(World.ID).orElseThrow())
            .get(method.getDeclaringClass());
    return invoke(method, target);
  }

  private static Throwable invoke(Method method, Object target) {
    Object[] arguments =
        Arrays.stream(method.getParameterTypes()).map(CallerSandboxesTest::sample).toArray();
    return catchThrowable(
        () -> {
          try {
            method.invoke(target, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private static Object sample(Class<?> type) {
    if (type == Executor.class) {
      return (Executor) Runnable::run;
    }
    assertThat(SAMPLES).as("a sample of each parameter's type").containsKey(type);
    return SAMPLES.get(type);
  }
}
