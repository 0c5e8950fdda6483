package dev.sandpool.kubernetes.claim.connect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import okhttp3.Call;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;

/**
 * HTTP to one port of one sandbox, with the care that it needs.
 *
 * <p>A call that may be repeated is: where nothing answers, and on 500, 502, 503 and 504. Any other
 * is sent once, since the sandbox may have done what it asks before the answer got lost. Redirects
 * are refused. After a failure with the Pod's address the next attempt is without it, and so on by
 * turns: the address may be stale, and the name may have no Service.
 */
public final class SandboxHttp {

  private static final Set<Integer> PASSING = Set.of(500, 502, 503, 504);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
  private static final long MOST_BYTES = 8L * 1024 * 1024;
  private static final int SHOWN = 300;

  private final Route route;
  private final Supplier<SandboxAddress> address;
  private final int port;
  private volatile Optional<String> deadIp = Optional.empty();

  /**
   * One port of a sandbox.
   *
   * @param address where the sandbox runs; asked anew for each attempt
   */
  public SandboxHttp(Route route, Supplier<SandboxAddress> address, int port) {
    this.route = route;
    this.address = address;
    this.port = port;
  }

  /**
   * A request.
   *
   * @param path below the port's root, encoded, without a leading slash
   * @param body what is sent; null for none
   * @param repeatable whether doing it twice is the same as doing it once
   * @param timeout for one attempt
   * @param patience how long to go on trying
   */
  public record Ask(
      String method,
      String path,
      RequestBody body,
      boolean repeatable,
      Duration timeout,
      Duration patience) {

    /** Reads something. */
    public static Ask get(String path, Duration timeout, Duration patience) {
      return new Ask("GET", path, null, true, timeout, patience);
    }

    /** Has something done, once. */
    public static Ask post(String path, RequestBody body, Duration timeout) {
      return new Ask("POST", path, body, false, timeout, Duration.ZERO);
    }

    /** The same, where doing it twice does no harm. */
    public Ask repeatable(Duration longest) {
      return new Ask(method, path, body, true, timeout, longest);
    }
  }

  /** What was answered. */
  public record Answer(int status, byte[] body) {}

  /** Hears of the calls that are made, to be able to cancel them. */
  @FunctionalInterface
  public interface CallHolder {
    /**
     * Takes a call before it is made.
     *
     * @return whether it may be made
     */
    boolean take(Call call);

    /** The call is over. */
    default void release(Call call) {}
  }

  /** Sends a request and waits for the answer, whatever its status. */
  public Answer send(Ask ask) throws IOException {
    return send(ask, call -> true);
  }

  /**
   * Sends a request and waits for the answer, whatever its status.
   *
   * @throws IOException if there was none; says whether the request may have been obeyed
   */
  public Answer send(Ask ask, CallHolder holder) throws IOException {
    long deadline = System.nanoTime() + ask.patience().toNanos();
    IOException first = null;
    Duration pause = FIRST_PAUSE;
    while (true) {
      boolean last = !ask.repeatable() || System.nanoTime() - deadline > 0;
      try {
        Answer answer = attempt(ask, holder);
        if (last || !PASSING.contains(answer.status())) {
          return answer;
        }
      } catch (HopelessException e) {
        throw e;
      } catch (IOException e) {
        first = first == null ? e : first;
        if (last) {
          throw worded(ask, first);
        }
      }
      pause(pause);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  /** Where requests go now, for those who make them otherwise. */
  public Target target() throws IOException {
    return route.to(current(), port);
  }

  /** One short line of what an answer says, for errors. */
  public static String shown(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }

  private Answer attempt(Ask ask, CallHolder holder) throws IOException {
    SandboxAddress now = current();
    Target target = route.to(now, port);
    Call call = target.http().newCall(request(target, ask));
    call.timeout().timeout(ask.timeout().toMillis(), TimeUnit.MILLISECONDS);
    if (!holder.take(call)) {
      throw new HopelessException("the connection to the sandbox was closed");
    }
    try (Response response = call.execute()) {
      if (response.isRedirect()) {
        throw new HopelessException(
            "the sandbox's address answered with a redirect, which is not followed (HTTP "
                + response.code()
                + ")");
      }
      if (PASSING.contains(response.code())) {
        turnFrom(now);
      }
      return new Answer(response.code(), bounded(response.body().source()));
    } catch (IOException e) {
      boolean isSlow = "timeout".equals(e.getMessage());
      // Whoever takes long was reached; without the address it might not be.
      if (!isSlow) {
        turnFrom(now);
      }
      route.failed(target);
      if (call.isCanceled() && !isSlow) {
        throw new HopelessException("the connection to the sandbox was closed");
      }
      throw e;
    } finally {
      holder.release(call);
    }
  }

  private SandboxAddress current() {
    SandboxAddress now = address.get();
    boolean dead = deadIp.isPresent() && deadIp.equals(now.podIp());
    return dead
        ? new SandboxAddress(now.namespace(), now.sandbox(), now.podName(), Optional.empty())
        : now;
  }

  private void turnFrom(SandboxAddress used) {
    deadIp = used.podIp();
  }

  private static Request request(Target target, Ask ask) {
    HttpUrl url = target.base().resolve(ask.path());
    Headers headers = target.headers().newBuilder().add("Accept", "application/json").build();
    return new Request.Builder().url(url).headers(headers).method(ask.method(), ask.body()).build();
  }

  private static byte[] bounded(BufferedSource source) throws IOException {
    if (source.request(MOST_BYTES + 1)) {
      throw new HopelessException("the sandbox answered with more than " + MOST_BYTES + " bytes");
    }
    return source.readByteArray();
  }

  private static IOException worded(Ask ask, IOException e) {
    String what = Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
    String after =
        ask.repeatable()
            ? ""
            : "; the "
                + ask.method().toUpperCase(Locale.ROOT)
                + " was not sent again, since the sandbox may have obeyed it already";
    return new IOException("the sandbox did not answer: " + what + after, e);
  }

  private static void pause(Duration pause) throws IOException {
    LockSupport.parkNanos(pause.toNanos());
    if (Thread.interrupted()) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the sandbox");
    }
  }
}
