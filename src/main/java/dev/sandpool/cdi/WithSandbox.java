package dev.sandpool.cdi;

import dev.sandpool.SandboxSpec;
import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Each call of the method, or of any method of the class, has a sandbox of its own.
 *
 * <pre>{@code
 * @Inject @Current Sandbox sandbox;
 *
 * @WithSandbox("python")
 * public String run(String script) {
 *   sandbox.files().write("/workspace/a.py", script);
 *   return sandbox.execute("python3 a.py").output();
 * }
 * }</pre>
 *
 * <p>It is borrowed at the first use and destroyed when the call ends, however it ends; for a
 * method that returns a {@link java.util.concurrent.CompletionStage}, when that completes. As
 * {@link Current} is the sandbox of the thread's call, code that goes on in other threads takes it
 * as a parameter instead: an argument of type {@link dev.sandpool.Sandbox} that is null is replaced
 * by it. Inside Fault Tolerance, so that each attempt of a {@code Retry} has another one.
 */
@InterceptorBinding
@Inherited
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface WithSandbox {

  /** Name of the pool that the sandbox comes from; the default one unless given. */
  @Nonbinding
  String value() default SandboxSpec.DEFAULT_NAME;
}
