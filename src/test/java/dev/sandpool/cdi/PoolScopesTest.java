package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.Sandbox;
import dev.sandpool.SandboxLostException;
import dev.sandpool.Sandboxes;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ConversationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.UnsatisfiedResolutionException;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jboss.weld.context.bound.BoundConversationContext;
import org.jboss.weld.context.bound.BoundLiteral;
import org.jboss.weld.context.bound.BoundSessionContext;
import org.jboss.weld.context.bound.MutableBoundRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code @Pool} in each scope: one sandbox for as long as the scope lives, closed with it. */
class PoolScopesTest {

  private SeContainer container;
  private CountingSandboxes sandboxes;
  private Application application;

  @BeforeEach
  void boot() {
    container = Door.open(Application.class, Basket.class, Holder.class, Talk.class);
    sandboxes = CountingSandboxes.of(container);
    application = container.select(Application.class).get();
  }

  @AfterEach
  void shutDown() {
    if (container.isRunning()) {
      container.close();
    }
  }

  @Test
  void sessionHasOneSandboxUntilItEnds() {
    Map<String, Object> session = new HashMap<>();
    String first = inSession(session, () -> application.session.id());
    String second = inSession(session, () -> application.session.id());
    String other = inSession(new HashMap<>(), () -> application.session.id());

    assertThat(second).isEqualTo(first).startsWith("python-");
    assertThat(other).isNotEqualTo(first);
    assertThat(sandboxes.closed()).isZero();

    end(session);
    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void sessionThatWasStoredHasItsSandboxAgain() throws Exception {
    Map<String, Object> session = new HashMap<>();
    String first = inSession(session, () -> application.session.id());
    Map<String, Object> restored = copy(session);

    // info() is a call to the sandbox itself, and not only to what the session knows of it.
    String second =
        inSession(
            restored,
            () -> {
              application.session.info();
              return application.session.id();
            });
    assertThat(second).isEqualTo(first);
    assertThat(sandboxes.created()).isEqualTo(1);

    end(restored);
    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void sandboxThatEndedWhileItsSessionWasStoredIsLostUntilItIsDestroyed() throws Exception {
    Map<String, Object> session = new HashMap<>();
    String first = inSession(session, () -> application.session.id());
    Map<String, Object> restored = copy(session);
    container.select(Sandboxes.class).get().delete(first);

    inSession(
        restored,
        () -> {
          assertThatThrownBy(() -> application.session.info())
              .isInstanceOf(SandboxLostException.class)
              .hasMessageContaining(first)
              .hasMessageContaining("Instance.destroy");
          application.any.destroy(application.session);
          assertThat(application.session.id()).isNotEqualTo(first);
          return null;
        });
  }

  @Test
  void sandboxOfABeanThatIsStoredIsStoredWithIt() throws Exception {
    Map<String, Object> session = new HashMap<>();
    Basket basket = container.select(Basket.class).get();
    String first = inSession(session, basket::id);
    Map<String, Object> restored = copy(session);

    assertThat(inSession(restored, basket::id)).isEqualTo(first);
    end(restored);
    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void sandboxOfAKeyIsStoredAsNothingButAReference() throws Exception {
    Map<String, Object> session = new HashMap<>();
    Talk talk = container.select(Talk.class).get();
    String first = inSession(session, () -> ConversationKeys.with("a", talk::id));
    Map<String, Object> restored = copy(session);

    assertThat(inSession(restored, () -> ConversationKeys.with("a", talk::id))).isEqualTo(first);
    assertThat(inSession(restored, () -> ConversationKeys.with("b", talk::id))).isNotEqualTo(first);
    end(restored);
    assertThat(sandboxes.closed()).isZero();
  }

  @Test
  void conversationHasOneSandboxUntilItEnds() {
    BoundConversationContext conversations =
        container.select(BoundConversationContext.class, BoundLiteral.INSTANCE).get();
    MutableBoundRequest request = new MutableBoundRequest(new HashMap<>(), new HashMap<>());
    RequestContextController requests = container.select(RequestContextController.class).get();
    requests.activate();
    conversations.associate(request);
    conversations.activate();

    String first = application.conversation.id();
    assertThat(application.conversation.id()).isEqualTo(first);
    assertThat(sandboxes.closed()).isZero();

    conversations.invalidate();
    conversations.deactivate();
    conversations.dissociate(request);
    requests.deactivate();
    assertThat(sandboxes.created()).isEqualTo(1);
    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void dependentSandboxLivesAsLongAsTheBeanAroundIt() {
    Instance<Holder> holders = container.select(Holder.class);
    Holder one = holders.get();
    Holder other = holders.get();
    assertThat(one.sandbox.id()).isEqualTo(one.sandbox.id()).isNotEqualTo(other.sandbox.id());

    holders.destroy(one);
    assertThat(sandboxes.closed()).isEqualTo(1);
    assertThat(sandboxes.find(one.sandbox.id())).isEmpty();
    assertThat(sandboxes.find(other.sandbox.id())).isPresent();
  }

  @Test
  void anyScopeOfTheContainerCanBeAskedFor() {
    assertThat(application.everybodys.id()).isEqualTo(application.everybodys.id());

    application.any.destroy(application.everybodys);
    assertThat(sandboxes.created()).isEqualTo(1);
    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void oneThatIsSelectedIsClosedWithItsHandle() {
    Instance<Sandbox> python = application.any.select(new Pool.Literal("python", Dependent.class));

    try (Instance.Handle<Sandbox> handle = python.getHandle()) {
      assertThat(handle.get().id()).startsWith("python-");
    }
    Sandbox another = python.get();
    another.id();
    python.destroy(another);

    assertThat(sandboxes.created()).isEqualTo(2);
    assertThat(sandboxes.closed()).isEqualTo(2);
  }

  @Test
  void poolThatIsNotConfiguredCannotBeSelected() {
    Instance<Sandbox> unknown = application.any.select(new Pool.Literal("pyton"));

    assertThatThrownBy(unknown::get).isInstanceOf(UnsatisfiedResolutionException.class);
  }

  private <T> T inSession(Map<String, Object> session, Supplier<T> work) {
    BoundSessionContext sessions = sessions();
    sessions.associate(session);
    sessions.activate();
    try {
      return work.get();
    } finally {
      sessions.deactivate();
      sessions.dissociate(session);
    }
  }

  private void end(Map<String, Object> session) {
    BoundSessionContext sessions = sessions();
    sessions.associate(session);
    sessions.activate();
    sessions.invalidate();
    sessions.deactivate();
    sessions.dissociate(session);
  }

  private BoundSessionContext sessions() {
    return container.select(BoundSessionContext.class, BoundLiteral.INSTANCE).get();
  }

  /** Writes a session and reads it, as a server does that moves it. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> copy(Map<String, Object> session)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(session);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (Map<String, Object>) in.readObject();
    }
  }

  /** Stands in for an application. */
  @Singleton
  static class Application {

    @Inject
    @Pool(value = "python", scope = SessionScoped.class)
    Sandbox session;

    @Inject
    @Pool(value = "python", scope = ConversationScoped.class)
    Sandbox conversation;

    @Inject
    @Pool(scope = ApplicationScoped.class)
    Sandbox everybodys;

    @Inject @Any Instance<Sandbox> any;
  }

  /** A bean with a sandbox of its own. */
  @Dependent
  static class Holder {
    @Inject
    @Pool(value = "python", scope = Dependent.class)
    Sandbox sandbox;
  }

  /** A bean of a session with the sandbox of whatever is talked about. */
  @SessionScoped
  static class Talk implements Serializable {

    private static final long serialVersionUID = 1;

    @Inject @Conversation Sandbox sandbox;

    String id() {
      return sandbox.id();
    }
  }

  /** A bean of a session with a sandbox of its own. */
  @SessionScoped
  static class Basket implements Serializable {

    private static final long serialVersionUID = 1;

    @Inject
    @Pool(scope = Dependent.class)
    Sandbox sandbox;

    String id() {
      sandbox.info();
      return sandbox.id();
    }
  }
}
