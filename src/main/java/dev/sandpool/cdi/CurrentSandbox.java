package dev.sandpool.cdi;

import dev.sandpool.Sandbox;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;

/** The sandbox of the thread's innermost {@link WithSandbox} call. */
@ApplicationScoped
@Current
@Typed(Sandbox.class)
public class CurrentSandbox extends DelegatingSandbox {

  @Override
  Sandbox current() {
    return SandboxCalls.innermost()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "No method with @WithSandbox runs on this thread. Call it through an injected"
                        + " bean, since calls of this.method() are not intercepted; code that goes"
                        + " on in another thread takes the sandbox as a parameter of that method"));
  }
}
