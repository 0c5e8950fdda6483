package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.kubernetes.claim.connect.SandboxHttp;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp.Answer;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp.Ask;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds out what listens in a sandbox, and waits until it does: that a Pod is ready does not say
 * that its runtime is.
 */
final class RuntimeProbe {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Set<Integer> REFUSALS = Set.of(401, 403);

  private final List<Candidate> candidates;
  private final Optional<Kind> fallback;
  private final Duration patience;

  /**
   * A server that may be there.
   *
   * @param path what it answers with its good health
   */
  record Candidate(Kind kind, SandboxHttp http, String path, String name) {}

  /**
   * Prepares to look.
   *
   * @param fallback what is taken where none answers
   * @param patience how long to look for one
   */
  RuntimeProbe(List<Candidate> candidates, Optional<Kind> fallback, Duration patience) {
    this.candidates = candidates;
    this.fallback = fallback;
    this.patience = patience;
  }

  /**
   * Looks until one answers. Blocks.
   *
   * @throws IOException if none does, or we are not let in; says what was tried
   */
  Kind find() throws IOException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      List<String> failures = new ArrayList<>();
      for (Candidate candidate : candidates) {
        Optional<String> failure = failure(candidate);
        if (failure.isEmpty()) {
          return candidate.kind();
        }
        failures.add(candidate.name() + ": " + failure.get());
      }
      if (System.nanoTime() - deadline > 0) {
        return fallback.orElseThrow(() -> nobody(failures));
      }
      pause();
    }
  }

  private static Optional<String> failure(Candidate candidate) throws RefusedException {
    try {
      Answer answer = candidate.http().send(Ask.get(candidate.path(), TIMEOUT, Duration.ZERO));
      String text = new String(answer.body(), StandardCharsets.UTF_8);
      boolean healthy = answer.status() == 200 && text.matches("(?s)\\s*\\{.*\"ok\".*\\}\\s*");
      if (healthy) {
        return Optional.empty();
      }
      String words = "HTTP " + answer.status() + " " + SandboxHttp.shown(answer.body());
      if (REFUSALS.contains(answer.status())) {
        throw new RefusedException(candidate.name() + ": " + words);
      }
      return Optional.of(words);
    } catch (RefusedException e) {
      throw e;
    } catch (IOException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Who is not let in is not let in later. */
  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    RefusedException(String words) {
      super(
          words
              + "; sandpool.claim.router-token-file or sandpool.claim.router-secret-file has to hold"
              + " what the router wants");
    }
  }

  private static IOException nobody(List<String> failures) {
    return new IOException(
        "no runtime answers in the sandbox ("
            + String.join("; ", failures)
            + "); its template needs an image that runs one, sandpool.claim.runtime and the ports"
            + " under sandpool.claim say which, sandpool.claim.exec-fallback=true does without");
  }

  private static void pause() throws IOException {
    LockSupport.parkNanos(PAUSE.toNanos());
    if (Thread.interrupted()) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the sandbox's runtime");
    }
  }
}
