package dev.sandpool.kubernetes;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * The API server's time, as the {@code Date} of its answers tells it, so that replicas whose
 * machines' clocks differ agree when a sandbox's time is over. True to about two seconds; before
 * the first answer it is this machine's.
 *
 * <p>The header has whole seconds and is a moment old when it arrives, so what is known is replaced
 * only by what differs from it by more than that explains: the clock does not tremble.
 */
public final class ServerClock implements InstantSource, Interceptor {

  private static final Duration TOLERANCE = Duration.ofSeconds(2);
  private static final Duration HALF_SECOND = Duration.ofMillis(500);

  private final InstantSource own;
  private volatile Duration ahead = Duration.ZERO;

  /** Begins with this machine's time. */
  public ServerClock(InstantSource own) {
    this.own = own;
  }

  @Override
  public Instant instant() {
    return own.instant().plus(ahead);
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    String date = response.header("Date");
    if (date != null) {
      saw(date);
    }
    return response;
  }

  private void saw(String date) {
    try {
      Instant there =
          ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
              .toInstant()
              .plus(HALF_SECOND);
      Duration seen = Duration.between(own.instant(), there);
      if (seen.minus(ahead).abs().compareTo(TOLERANCE) > 0) {
        ahead = seen;
      }
    } catch (DateTimeException e) {
      // Not a server that tells the time; what is known stays.
    }
  }
}
