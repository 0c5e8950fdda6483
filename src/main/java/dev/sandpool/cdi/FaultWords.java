package dev.sandpool.cdi;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.OverloadedException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Says in Sandpool's exceptions what Fault Tolerance refused. Its classes are known by name, since
 * they need not be there.
 */
final class FaultWords {

  private static final String PACKAGE = "org.eclipse.microprofile.faulttolerance.exceptions.";

  private final Supplier<Optional<String>> trouble;

  /**
   * Takes what it works with.
   *
   * @param trouble why no sandbox can be had, where that is known
   */
  FaultWords(Supplier<Optional<String>> trouble) {
    this.trouble = trouble;
  }

  /**
   * The exception that a caller gets; the same where it is not Fault Tolerance's own.
   *
   * @param method of {@link GuardedSandboxes}
   */
  RuntimeException translate(String method, RuntimeException error) {
    String name = error.getClass().getName();
    if (name.equals(PACKAGE + "TimeoutException")) {
      return new BackendUnavailableException(
          "The back end did not " + method + " in time; " + raise(method, "Timeout/value"), error);
    }
    if (name.equals(PACKAGE + "CircuitBreakerOpenException")) {
      return new BackendUnavailableException(
          "The back end failed repeatedly, so it is not asked for a moment; try again"
              + trouble.get().map(reason -> ": " + reason).orElse(""),
          error);
    }
    if (name.equals(PACKAGE + "BulkheadException")) {
      return new OverloadedException(
          "Too many calls to "
              + method
              + " at the same time; try again, or "
              + raise(method, "Bulkhead/value"),
          error);
    }
    return error;
  }

  private static String raise(String method, String parameter) {
    return "raise %s/%s/%s".formatted(GuardedSandboxes.class.getName(), method, parameter);
  }
}
