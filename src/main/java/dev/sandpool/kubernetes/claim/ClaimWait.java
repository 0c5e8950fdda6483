package dev.sandpool.kubernetes.claim;

import com.google.gson.reflect.TypeToken;
import dev.sandpool.kubernetes.Startup;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.Watch;
import java.io.IOException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;

/**
 * Follows one claim with one watch, from the version that its creation answered, so that nothing is
 * missed and nothing read twice. It ends with the claim's start, its failure or the deadline.
 */
final class ClaimWait implements Runnable {

  private static final Type EVENT = new TypeToken<Watch.Response<Claim>>() {}.getType();
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final String ANY_VERSION = "0";
  private static final int GONE = 410;

  private final ApiClient client;
  private final ObjectApi<Claim> claims;
  private final ClaimSandbox sandbox;
  private final Startup startup;
  private String version;
  private volatile Call call;
  private volatile boolean closed;

  private ClaimWait(
      ApiClient client, ObjectApi<Claim> claims, ClaimSandbox sandbox, Startup startup) {
    this.client = client;
    this.claims = claims;
    this.sandbox = sandbox;
    this.startup = startup;
    version = sandbox.object().metadata().getResourceVersion();
  }

  /** Begins to follow, on a thread of the executor's. */
  static ClaimWait start(
      ApiClient client,
      ObjectApi<Claim> claims,
      ClaimSandbox sandbox,
      Startup startup,
      ExecutorService executor) {
    ClaimWait wait = new ClaimWait(client, claims, sandbox, startup);
    sandbox.started().whenComplete((started, error) -> wait.close());
    executor.execute(wait);
    return wait;
  }

  @Override
  public void run() {
    while (!isOver()) {
      try (Watch<Claim> watch = open()) {
        boolean goesOn = true;
        while (goesOn && !isOver() && watch.hasNext()) {
          goesOn = take(watch.next());
        }
        if (goesOn) {
          pause();
        }
      } catch (ApiException e) {
        restart(e.getCode());
      } catch (IOException | RuntimeException e) {
        // The stream broke; what came before is known, so it goes on from there.
        pause();
      }
    }
  }

  /** Stops following. */
  void close() {
    closed = true;
    Call open = call;
    if (open != null) {
      open.cancel();
    }
  }

  private boolean isOver() {
    return closed || startup.left().isZero();
  }

  private Watch<Claim> open() throws ApiException {
    Duration left = startup.left();
    ObjectApi.Selector one = ObjectApi.Selector.named(sandbox.id());
    Call plain = claims.list(one, version, Math.max((int) left.toSeconds(), 1), true);
    Call patient =
        client
            .getHttpClient()
            .newBuilder()
            .readTimeout(Duration.ZERO)
            .callTimeout(left)
            .build()
            .newCall(plain.request());
    call = patient;
    if (closed) {
      patient.cancel();
    }
    return Watch.createWatch(client, patient, EVENT);
  }

  /** Returns whether the stream has more to say. */
  private boolean take(Watch.Response<Claim> event) {
    if (event.status != null) {
      restart(event.status.getCode() == null ? 0 : event.status.getCode());
      return false;
    }
    Claim claim = event.object;
    version = claim.metadata().getResourceVersion();
    if (!event.type.equals("BOOKMARK")) {
      sandbox.saw(claim, event.type.equals("DELETED") || sandbox.isAnother(claim));
    }
    return true;
  }

  /** A version that the server has forgotten is replaced by whatever it has; all else by time. */
  private void restart(int code) {
    if (code == GONE && !version.equals(ANY_VERSION)) {
      version = ANY_VERSION;
    } else {
      pause();
    }
  }

  private void pause() {
    try {
      sandbox.started().copy().get(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // Nothing happened meanwhile.
    } catch (InterruptedException e) {
      closed = true;
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      closed = true;
    }
  }
}
