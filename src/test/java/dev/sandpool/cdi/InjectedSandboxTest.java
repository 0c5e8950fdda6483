package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.PoolExhaustedException;
import dev.sandpool.Sandbox;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code @Inject Sandbox} on Weld SE: borrowed at the first call, closed with its request. */
class InjectedSandboxTest {

  private SeContainer container;
  private CountingSandboxes sandboxes;
  private RequestContextController request;
  private Worker worker;

  @BeforeEach
  void boot() {
    container = Door.open(Worker.class);
    sandboxes = CountingSandboxes.of(container);
    request = container.select(RequestContextController.class).get();
    worker = container.select(Worker.class).get();
  }

  @AfterEach
  void shutDown() {
    container.close();
  }

  @Test
  void isOneSandboxForTheWholeRequest() {
    request.activate();
    String first = worker.sandbox.id();
    String second = container.select(Sandbox.class).get().id();
    request.deactivate();

    assertThat(second).isEqualTo(first);
    assertThat(sandboxes.created()).isEqualTo(1);
    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void isAnotherSandboxForTheNextRequest() {
    request.activate();
    String first = worker.sandbox.id();
    request.deactivate();
    request.activate();
    String second = worker.sandbox.id();
    request.deactivate();

    assertThat(second).isNotEqualTo(first);
    assertThat(sandboxes.closed()).isEqualTo(2);
  }

  @Test
  void comesFromTheDefaultPoolUnlessOneIsNamed() {
    request.activate();
    String unnamed = worker.sandbox.id();
    String named = worker.python.id();
    request.deactivate();

    assertThat(unnamed).startsWith("default-");
    assertThat(named).startsWith("python-");
    assertThat(sandboxes.closed()).isEqualTo(2);
  }

  @Test
  void isBorrowedByTheNextCallIfItCouldNotBe() {
    sandboxes.hinder(
        () -> {
          throw new PoolExhaustedException("all in use");
        });
    request.activate();
    assertThatThrownBy(worker.sandbox::id).isInstanceOf(PoolExhaustedException.class);
    assertThat(worker.sandbox.id()).startsWith("default-");
    request.deactivate();

    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void staysClosedForTheRestOfTheRequestThatClosedIt() {
    request.activate();
    String id = worker.sandbox.id();
    worker.sandbox.close();
    assertThatThrownBy(worker.sandbox::info)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(id);
    assertThat(worker.sandbox.id()).isEqualTo(id);
    request.deactivate();

    assertThat(sandboxes.created()).isEqualTo(1);
    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void isNotBorrowedWhenNotUsed() {
    request.activate();
    assertThat(worker.sandbox).isNotNull();
    request.deactivate();

    assertThat(sandboxes.created()).isZero();
  }

  @Test
  void needsARequest() {
    assertThatThrownBy(() -> worker.sandbox.id()).isInstanceOf(ContextNotActiveException.class);
  }

  /** Stands in for the application. */
  @Dependent
  static class Worker {

    final Sandbox sandbox;
    final Sandbox python;

    @Inject
    Worker(Sandbox sandbox, @Pool("python") Sandbox python) {
      this.sandbox = sandbox;
      this.python = python;
    }
  }
}
