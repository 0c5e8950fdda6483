package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.junit.jupiter.api.Test;

/** Holds the table of Fault Tolerance in docs/injection.md to the annotations. */
class InjectionDocumentTest {

  private static final List<String> METHODS =
      List.of("create", "getOrCreate", "find", "list", "delete");

  @Test
  void tableIsWhatTheAnnotationsSay() throws IOException {
    List<String> document = Files.readAllLines(Path.of("docs", "injection.md"));
    List<String> rows =
        document.stream()
            .filter(line -> line.startsWith("| `METHOD/"))
            .map(line -> line.substring(0, line.lastIndexOf("|", line.length() - 2)).strip())
            .toList();

    assertThat(rows)
        .containsExactly(
            row("Timeout/value`, `…/unit", InjectionDocumentTest::timeout),
            row("Retry/maxRetries", m -> "" + m.getAnnotation(Retry.class).maxRetries()),
            row("Retry/delay`, `…/jitter", InjectionDocumentTest::pause),
            row(
                "CircuitBreaker/requestVolumeThreshold`, `…/failureRatio",
                InjectionDocumentTest::threshold),
            row("CircuitBreaker/delay", m -> "" + m.getAnnotation(CircuitBreaker.class).delay()),
            row("Bulkhead/value", m -> "" + m.getAnnotation(Bulkhead.class).value()));
  }

  private static String row(String keys, Function<Method, String> cell) {
    return Stream.concat(
            Stream.of("| `METHOD/" + keys + "`"),
            METHODS.stream().map(InjectionDocumentTest::method).map(cell))
        .collect(Collectors.joining(" | "));
  }

  private static Method method(String name) {
    return Arrays.stream(GuardedSandboxes.class.getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String timeout(Method method) {
    Timeout timeout = method.getAnnotation(Timeout.class);
    return timeout.value() + " `" + timeout.unit().name() + "`";
  }

  private static String pause(Method method) {
    Retry retry = method.getAnnotation(Retry.class);
    return retry.delay() + ", " + retry.jitter();
  }

  private static String threshold(Method method) {
    CircuitBreaker circuit = method.getAnnotation(CircuitBreaker.class);
    return circuit.requestVolumeThreshold() + ", " + circuit.failureRatio();
  }
}
