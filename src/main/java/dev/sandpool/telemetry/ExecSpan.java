package dev.sandpool.telemetry;

import dev.sandpool.ExecResult;
import dev.sandpool.SandboxEvent.Outcome;
import io.opentelemetry.api.trace.Span;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/**
 * How the span of a command ends.
 *
 * <p>A command that exits with another code than 0 is no error of the span: the sandbox did what it
 * was asked to, and programs such as {@code grep} tell by it what they found. Neither is one that
 * its caller stopped.
 */
final class ExecSpan {

  private ExecSpan() {}

  static void ended(Span span, ExecResult result) {
    result.exitCode().ifPresent(code -> span.setAttribute(Names.EXIT_CODE, (long) code));
    Outcome outcome = Outcome.of(result);
    if (outcome == Outcome.TIMEOUT) {
      Spans.fail(span, "timeout");
    } else if (outcome == Outcome.ERROR) {
      Spans.fail(span, "exit_code_unknown");
    }
    end(span, outcome);
  }

  static void failed(Span span, Throwable error) {
    Throwable cause = error instanceof CompletionException wrapped ? wrapped.getCause() : error;
    if (stoppedByCaller(cause)) {
      end(span, Outcome.CANCELLED);
    } else {
      Spans.fail(span, cause);
      end(span, Outcome.ERROR);
    }
  }

  private static void end(Span span, Outcome outcome) {
    span.setAttribute(Names.OUTCOME, Names.of(outcome));
    span.end();
  }

  private static boolean stoppedByCaller(Throwable cause) {
    return cause instanceof CancellationException
        || cause.getCause() instanceof InterruptedException;
  }
}
