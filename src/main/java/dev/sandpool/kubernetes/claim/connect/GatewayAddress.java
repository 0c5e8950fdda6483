package dev.sandpool.kubernetes.claim.connect;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.reflect.TypeToken;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.kubernetes.client.util.Watch;
import java.io.IOException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/**
 * Waits for a Gateway's address. What was found is kept until a connection to it failed.
 *
 * <p>One watch tells the Gateway's present state first, then each change.
 */
final class GatewayAddress {

  private static final Type EVENT = new TypeToken<Watch.Response<JsonElement>>() {}.getType();
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final ApiClient client;
  private final OkHttpClient patient;
  private final ConnectionSettings.Gateway gateway;
  private volatile Optional<HttpUrl> known = Optional.empty();
  private volatile Optional<String> trouble = Optional.empty();

  GatewayAddress(Cluster cluster, ConnectionSettings.Gateway gateway) {
    client = cluster.client();
    // A quiet watch must not time out.
    patient = client.getHttpClient().newBuilder().readTimeout(Duration.ZERO).build();
    this.gateway = gateway;
  }

  /** The address; waits for it as long as the settings say. */
  HttpUrl await() throws IOException {
    Optional<HttpUrl> address = known;
    if (address.isPresent()) {
      return address.get();
    }
    synchronized (this) {
      if (known.isEmpty()) {
        known = Optional.of(search());
      }
      trouble = Optional.empty();
      return known.get();
    }
  }

  void forget() {
    known = Optional.empty();
  }

  Optional<String> trouble() {
    return trouble;
  }

  private HttpUrl search() throws IOException {
    long deadline = System.nanoTime() + gateway.patience().toNanos();
    String state = "it was not found";
    while (System.nanoTime() - deadline < 0) {
      int left = (int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000_000L);
      try (Watch<JsonElement> watch = Watch.createWatch(client, call(left), EVENT)) {
        while (watch.hasNext()) {
          Watch.Response<JsonElement> event = watch.next();
          Optional<HttpUrl> address =
              Optional.ofNullable(event.object).flatMap(GatewayAddress::read);
          if (address.isPresent()) {
            return address.get();
          }
          state = "it has no address yet";
        }
      } catch (ApiException e) {
        if (e.getCode() == 403 || e.getCode() == 404) {
          throw problem(
              e.getCode() == 404
                  ? "the cluster has no Gateways; install the Gateway API"
                  : ApiErrors.describe(e));
        }
        state = ApiErrors.describe(e);
      } catch (RuntimeException e) {
        // The watch broke off.
        state = String.valueOf(e.getMessage());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for the Gateway's address");
      }
    }
    throw problem(state + ", and sandpool.claim.gateway-timeout is over");
  }

  private Call call(int seconds) throws ApiException {
    Call call =
        new CustomObjectsApi(client)
            .listNamespacedCustomObject(
                "gateway.networking.k8s.io", "v1", gateway.namespace(), "gateways")
            .fieldSelector("metadata.name=" + gateway.name().orElseThrow())
            .watch(true)
            .timeoutSeconds(seconds)
            .buildCall(null);
    return patient.newCall(call.request());
  }

  /** The first address, by the first listener that speaks HTTP. */
  private static Optional<HttpUrl> read(JsonElement json) {
    Wire wire = new Gson().fromJson(json, Wire.class);
    if (wire.status == null || wire.status.addresses == null || wire.status.addresses.length == 0) {
      return Optional.empty();
    }
    Listener listener =
        wire.spec == null || wire.spec.listeners == null || wire.spec.listeners.length == 0
            ? new Listener()
            : wire.spec.listeners[0];
    boolean tls = "HTTPS".equals(listener.protocol);
    return Optional.of(
        new HttpUrl.Builder()
            .scheme(tls ? "https" : "http")
            .host(wire.status.addresses[0].value)
            .port(listener.port)
            .build());
  }

  private IOException problem(String what) {
    String text =
        "the Gateway "
            + gateway.name().orElseThrow()
            + " in namespace "
            + gateway.namespace()
            + " gives no address: "
            + what
            + "; sandpool.claim.gateway-namespace and sandpool.claim.gateway-name say which";
    trouble = Optional.of(text);
    return new IOException(text);
  }

  /** What is read of a Gateway. */
  private static final class Wire {
    private Spec spec;
    private Status status;
  }

  private static final class Spec {
    private Listener[] listeners;
  }

  private static final class Listener {
    private int port = 80;
    private String protocol = "HTTP";
  }

  private static final class Status {
    private Address[] addresses;
  }

  private static final class Address {
    private String value;
  }
}
