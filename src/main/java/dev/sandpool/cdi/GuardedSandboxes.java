package dev.sandpool.cdi;

import dev.sandpool.Acquired;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.Sandboxes;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * The calls that reach the back end, under MicroProfile Fault Tolerance. What is set here are
 * defaults; applications change them by MicroProfile Config, such as {@code
 * dev.sandpool.cdi.GuardedSandboxes/create/Timeout/value=600}. Without Fault Tolerance in the
 * container they are plain calls.
 *
 * <p>Only an unreachable back end is tried again and counts against the circuit, beside calls that
 * took too long: a full pool or a refused value is an answer. None of the calls is asynchronous, so
 * each runs on its caller's thread and is over when it returns, whatever Fault Tolerance made of
 * it.
 */
@ApplicationScoped
@Typed(GuardedSandboxes.class)
public class GuardedSandboxes {

  private final Sandboxes sandboxes;

  /** For the container's proxy. */
  protected GuardedSandboxes() {
    this(null);
  }

  @Inject
  GuardedSandboxes(@Unguarded Sandboxes sandboxes) {
    this.sandboxes = sandboxes;
  }

  /**
   * Takes a sandbox from a pool.
   *
   * @param arrival is told of every sandbox that arrived; after a timeout nobody gets it returned
   */
  @Timeout(value = 5, unit = ChronoUnit.MINUTES)
  @Retry(maxRetries = 2, delay = 200, jitter = 100, retryOn = BackendUnavailableException.class)
  @CircuitBreaker(
      failOn = {BackendUnavailableException.class, TimeoutException.class},
      requestVolumeThreshold = 20,
      failureRatio = 0.5,
      delay = 5000)
  @Bulkhead(100)
  public Sandbox create(CreateRequest request, Consumer<Sandbox> arrival) {
    Sandbox sandbox = sandboxes.create(request);
    arrival.accept(sandbox);
    return sandbox;
  }

  /**
   * Finds or makes the sandbox of a key. One that nobody gets told of is found by the next call.
   */
  @Timeout(value = 5, unit = ChronoUnit.MINUTES)
  @Retry(maxRetries = 2, delay = 200, jitter = 100, retryOn = BackendUnavailableException.class)
  @CircuitBreaker(
      failOn = {BackendUnavailableException.class, TimeoutException.class},
      requestVolumeThreshold = 20,
      failureRatio = 0.5,
      delay = 5000)
  @Bulkhead(200)
  public Acquired getOrCreate(CreateRequest request) {
    return sandboxes.getOrCreate(request);
  }

  /** Finds a sandbox. */
  @Timeout(value = 30, unit = ChronoUnit.SECONDS)
  @Retry(maxRetries = 2, delay = 200, jitter = 100, retryOn = BackendUnavailableException.class)
  @CircuitBreaker(
      failOn = {BackendUnavailableException.class, TimeoutException.class},
      requestVolumeThreshold = 20,
      failureRatio = 0.5,
      delay = 5000)
  @Bulkhead(200)
  public Optional<Sandbox> find(String id) {
    return sandboxes.find(id);
  }

  /** Lists sandboxes. */
  @Timeout(value = 30, unit = ChronoUnit.SECONDS)
  @Retry(maxRetries = 2, delay = 200, jitter = 100, retryOn = BackendUnavailableException.class)
  @CircuitBreaker(
      failOn = {BackendUnavailableException.class, TimeoutException.class},
      requestVolumeThreshold = 20,
      failureRatio = 0.5,
      delay = 5000)
  @Bulkhead(50)
  public List<SandboxInfo> list() {
    return sandboxes.list();
  }

  /** Destroys a sandbox. */
  @Timeout(value = 1, unit = ChronoUnit.MINUTES)
  @Retry(maxRetries = 2, delay = 200, jitter = 100, retryOn = BackendUnavailableException.class)
  @CircuitBreaker(
      failOn = {BackendUnavailableException.class, TimeoutException.class},
      requestVolumeThreshold = 20,
      failureRatio = 0.5,
      delay = 5000)
  @Bulkhead(200)
  public boolean delete(String id) {
    return sandboxes.delete(id);
  }
}
