package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.exec.ExecThreads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PooledSandboxesTest {

  private static final PoolSettings SIZES = PoolSettings.of(0, 1, Duration.ofMillis(50), 1);

  private final FakeBackend backend = new FakeBackend();
  private final ExecThreads threads = ExecThreads.create();
  private final List<SandboxPool> pools = List.of(pool("default"), pool("python"));
  private final PooledSandboxes sandboxes =
      new PooledSandboxes(
          backend,
          pools,
          new ExecLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), 1, 1),
          new FreeTenancy(),
          sandbox -> null,
          sandbox -> null,
          threads.blocking(),
          Listeners.NONE);

  @AfterEach
  void close() {
    pools.forEach(SandboxPool::close);
    threads.close();
  }

  @Test
  void takesEachSandboxFromThePoolOfItsSpecification() {
    assertThat(sandboxes.create(CreateRequest.of("python")).info().spec()).isEqualTo("python");
    assertThat(sandboxes.create(CreateRequest.of("default")).info().spec()).isEqualTo("default");
    assertThat(sandboxes.pools())
        .extracting(PoolStatus::name, PoolStatus::active)
        .containsExactly(tuple("default", 1), tuple("python", 1));
  }

  @Test
  void closingAndDeletingFreeThePlaceInTheRightPool() {
    sandboxes.create(CreateRequest.of("default"));
    Sandbox first = sandboxes.create(CreateRequest.of("python"));
    first.close();
    Sandbox second = sandboxes.create(CreateRequest.of("python"));

    assertThat(sandboxes.delete(second.id())).isTrue();
    assertThat(sandboxes.pools()).extracting(PoolStatus::active).containsExactly(1, 0);
  }

  @Test
  void namesTheSpecificationsThatThereAre() {
    assertThatThrownBy(() -> sandboxes.create(CreateRequest.of("ruby")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("spec: 'ruby' cannot be used; the specifications here are default, python");
  }

  private SandboxPool pool(String name) {
    SandboxSpec spec =
        new SandboxSpec(
            name,
            "image",
            "/workspace",
            Map.of(),
            new SandboxSpec.Resources("1", "1", "1Gi", "1Gi", "1Gi", "1Gi"),
            Duration.ofSeconds(10),
            Optional.empty());
    return new SandboxPool(
        backend,
        spec,
        SIZES,
        new FreeTenancy(),
        threads.timer(),
        threads.blocking(),
        Listeners.NONE);
  }
}
