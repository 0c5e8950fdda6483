package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.Acquired;
import dev.sandpool.Sandbox;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** What can't be met stops the deployment, with its place and its cure. */
class PoolDemandTest {

  @Test
  void poolThatIsInjectedAndNotConfigured() {
    refused(Misspelt.class)
        .hasStackTraceContaining(
            "@Pool on " + Misspelt.class.getName() + ".sandbox asks for the pool 'pyton'")
        .hasStackTraceContaining("the pools here are default, python")
        .hasStackTraceContaining("sandpool.spec.pyton.image");
  }

  @Test
  void poolOfACallThatIsNotConfigured() {
    refused(MisspeltCall.class)
        .hasStackTraceContaining(
            "@WithSandbox on " + MisspeltCall.class.getName() + ".run asks for the pool 'pyton'");
  }

  @Test
  void poolOfAllCallsThatIsNotConfigured() {
    refused(MisspeltClass.class)
        .hasStackTraceContaining(
            "@WithSandbox on " + MisspeltClass.class.getName() + " asks for the pool 'pyton'");
  }

  @Test
  void scopeThatIsNone() {
    refused(NoScope.class)
        .hasStackTraceContaining("@Pool on " + NoScope.class.getName() + ".sandbox has the scope")
        .hasStackTraceContaining("give one such as SessionScoped.class");
  }

  @Test
  void callWhoseEndCannotBeSeen() {
    refused(Unseen.class)
        .hasStackTraceContaining(
            "@WithSandbox on " + Unseen.class.getName() + ".run cannot tell when the work")
        .hasStackTraceContaining("return a CompletionStage");
  }

  @Test
  void poolOfAConversationThatIsNotConfigured() {
    refused(MisspeltConversation.class)
        .hasStackTraceContaining(
            "@Conversation on "
                + MisspeltConversation.class.getName()
                + ".sandbox asks for the pool 'pyton'")
        .hasStackTraceContaining("the pools here are default, python");
  }

  @Test
  void timeOfAConversationThatIsNone() {
    refused(Endless.class)
        .hasStackTraceContaining(
            "@Conversation on " + Endless.class.getName() + ".sandbox has the ttl 'for ever'")
        .hasStackTraceContaining(
            "@Conversation on " + Endless.class.getName() + ".acquired has the idleTtl '-1s'")
        .hasStackTraceContaining("give one such as 30m or 2h");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(Class<?> application) {
    return assertThatThrownBy(() -> Door.open(application).close());
  }

  @Dependent
  static class Misspelt {
    @Inject
    @Pool("pyton")
    Sandbox sandbox;
  }

  @Dependent
  static class MisspeltCall {
    @WithSandbox("pyton")
    void run() {}
  }

  @Dependent
  @WithSandbox("pyton")
  static class MisspeltClass {
    void run() {}
  }

  @Dependent
  static class MisspeltConversation {
    @Inject
    @Conversation(pool = "pyton")
    Sandbox sandbox;
  }

  @Dependent
  static class Endless {
    @Inject
    @Conversation(ttl = "for ever")
    Sandbox sandbox;

    @Inject
    @Conversation(idleTtl = "-1s")
    Instance<Acquired> acquired;
  }

  @Dependent
  static class NoScope {
    @Inject
    @Pool(scope = Deprecated.class)
    Sandbox sandbox;
  }

  @Dependent
  static class Unseen {
    @WithSandbox
    Future<String> run() {
      return new CompletableFuture<>();
    }
  }
}
