package dev.sandpool.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import dev.sandpool.backend.SandboxBackend;
import io.opentelemetry.api.OpenTelemetry;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is wrapped stays what it is. A default method of an interface that a wrapper does not pass
 * on would silently do the default.
 */
class DecoratorsTest {

  private static final Telemetry TELEMETRY = new Telemetry(OpenTelemetry.noop());

  static Stream<Method> backend() {
    return methods(SandboxBackend.class);
  }

  /** Its default methods are made of these everywhere; {@code WrittenOnceTest} sees to that. */
  static Stream<Method> sandboxes() {
    return methods(Sandboxes.class).filter(method -> !method.isDefault());
  }

  static Stream<Method> sandbox() {
    return methods(Sandbox.class);
  }

  @ParameterizedTest
  @MethodSource("backend")
  void backendPassesOn(Method method) throws Exception {
    assertPassesOn(SandboxBackend.class, TELEMETRY::traced, method);
  }

  @ParameterizedTest
  @MethodSource("sandboxes")
  void sandboxesPassOn(Method method) throws Exception {
    assertPassesOn(Sandboxes.class, TELEMETRY::traced, method);
  }

  @ParameterizedTest
  @MethodSource("sandbox")
  void sandboxPassesOn(Method method) throws Exception {
    Function<Sandbox, Sandbox> wrap =
        inner ->
            TELEMETRY.traced(Stubs.proxy(Sandboxes.class, (called, arguments) -> inner)).create();
    assertPassesOn(Sandbox.class, wrap, method);
  }

  private static <T> void assertPassesOn(Class<T> type, Function<T, T> wrap, Method method)
      throws Exception {
    List<String> calls = new ArrayList<>();
    T inner =
        Stubs.proxy(
            type,
            (called, arguments) -> {
              calls.add(called.getName());
              return Stubs.sample(called.getReturnType());
            });
    T wrapped = wrap.apply(inner);
    calls.clear();

    Object[] arguments = Arrays.stream(method.getParameterTypes()).map(Stubs::sample).toArray();
    method.invoke(wrapped, arguments);

    assertThat(calls).contains(method.getName());
  }

  private static Stream<Method> methods(Class<?> type) {
    return Arrays.stream(type.getMethods()).filter(m -> !Modifier.isStatic(m.getModifiers()));
  }
}
