package dev.sandpool.telemetry;

import dev.sandpool.SandboxException;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Starts spans below the caller's.
 *
 * <p>Of an error a span gets the kind only. Messages may repeat what a caller gave, such as a
 * command, and traces are often read by more people than the service's log.
 */
record Spans(Tracer tracer) {

  /** A span of its own, which is the parent of what runs inside until it ends. */
  Span start(String name, String pool) {
    return tracer.spanBuilder(name).setAttribute(Names.POOL, pool).startSpan();
  }

  /** Runs something inside a new span, which ends with it. */
  <T> T inside(String name, String pool, Function<Span, T> work) {
    Span span = start(name, pool);
    try {
      return below(span, () -> work.apply(span));
    } catch (RuntimeException e) {
      fail(span, e);
      throw e;
    } finally {
      span.end();
    }
  }

  /** Runs something whose own spans are below this one. */
  static <T> T below(Span span, Supplier<T> work) {
    return Context.current().with(span).wrapSupplier(work).get();
  }

  static void fail(Span span, Throwable error) {
    fail(span, type(error));
  }

  static void fail(Span span, String type) {
    span.setStatus(StatusCode.ERROR);
    span.setAttribute(Names.ERROR_TYPE, type);
  }

  private static String type(Throwable error) {
    if (error instanceof SandboxException known) {
      return known.code();
    }
    return error.getClass().getName();
  }
}
