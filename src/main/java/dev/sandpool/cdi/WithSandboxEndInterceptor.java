package dev.sandpool.cdi;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.util.concurrent.CompletionStage;

/**
 * Ends what a call has left. It is outside of Fault Tolerance, and so sees when that gives up an
 * asynchronous attempt, which itself may go on for long.
 */
@WithSandbox
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class WithSandboxEndInterceptor {

  @AroundInvoke
  Object call(InvocationContext context) throws Exception {
    CallSandboxes sandboxes = CallSandboxes.of(context);
    Object result = null;
    try {
      result = context.proceed();
      return result;
    } finally {
      if (result instanceof CompletionStage<?> stage) {
        stage.whenComplete((value, error) -> sandboxes.end());
      } else {
        sandboxes.end();
      }
    }
  }
}
