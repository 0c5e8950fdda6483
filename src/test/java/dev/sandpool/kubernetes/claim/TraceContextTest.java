package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import org.junit.jupiter.api.Test;

/** The trace of the calling thread, as agent-sandbox reads it. */
class TraceContextTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN = "b7ad6b7169203331";

  @Test
  void outsideOfTracesThereIsNone() {
    assertThat(TraceContext.current()).isEmpty();
  }

  @Test
  void insideOfOneItIsJsonOfItsHeaders() {
    SpanContext context =
        SpanContext.create(
            TRACE, SPAN, TraceFlags.getSampled(), TraceState.builder().put("shop", "1").build());
    try (Scope scope = Span.wrap(context).makeCurrent()) {
      assertThat(scope).isNotNull();
      assertThat(TraceContext.current())
          .hasValue(
              "{\"traceparent\":\"00-%s-%s-01\",\"tracestate\":\"shop\\u003d1\"}"
                  .formatted(TRACE, SPAN));
    }
  }
}
