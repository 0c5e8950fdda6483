package dev.sandpool.kubernetes.claim;

import com.google.gson.Gson;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The trace that the calling thread is in, where the application has OpenTelemetry. */
final class TraceContext {

  private static final Gson GSON = new Gson();

  private TraceContext() {}

  /** W3C {@code traceparent} and {@code tracestate} as JSON; empty outside of any trace. */
  static Optional<String> current() {
    Map<String, String> headers = new TreeMap<>();
    W3CTraceContextPropagator.getInstance()
        .inject(Context.current(), headers, (carrier, name, value) -> carrier.put(name, value));
    return headers.isEmpty() ? Optional.empty() : Optional.of(GSON.toJson(headers));
  }
}
