package dev.sandpool.cdi;

import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.util.concurrent.CompletionStage;

/**
 * Gives each call a sandbox and takes it back.
 *
 * <p>Its priority puts it inside Fault Tolerance (4010): {@code Asynchronous} changes the thread
 * before the sandbox is bound to it, and each attempt of {@code Retry} is a call of its own.
 */
@WithSandbox
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_AFTER + 100)
public class WithSandboxInterceptor {

  private final Sandboxes sandboxes;

  /** Takes what it works with. */
  @Inject
  public WithSandboxInterceptor(Sandboxes sandboxes) {
    this.sandboxes = sandboxes;
  }

  @AroundInvoke
  Object call(InvocationContext context) throws Exception {
    ScopedSandbox sandbox =
        new ScopedSandbox(
            sandboxes, WithSandboxPlace.pool(context.getMethod(), context.getTarget().getClass()));
    CallSandboxes call = CallSandboxes.of(context);
    call.begin(sandbox);
    Object result = null;
    try {
      result = proceed(context, sandbox);
      return result;
    } finally {
      if (result instanceof CompletionStage<?> stage) {
        stage.whenComplete((value, error) -> call.end(sandbox));
      } else {
        call.end(sandbox);
      }
    }
  }

  private static Object proceed(InvocationContext context, Sandbox sandbox) throws Exception {
    Object[] given = context.getParameters();
    context.setParameters(filled(context.getMethod().getParameterTypes(), given, sandbox));
    SandboxCalls.begin(sandbox);
    try {
      return context.proceed();
    } finally {
      SandboxCalls.end();
      context.setParameters(given); // The next attempt has another sandbox.
    }
  }

  private static Object[] filled(Class<?>[] types, Object[] given, Sandbox sandbox) {
    Object[] arguments = given.clone();
    for (int i = 0; i < arguments.length; i++) {
      if (types[i] == Sandbox.class && arguments[i] == null) {
        arguments[i] = sandbox;
      }
    }
    return arguments;
  }
}
