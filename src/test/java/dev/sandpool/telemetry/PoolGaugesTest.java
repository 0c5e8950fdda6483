package dev.sandpool.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sandpool.PoolStatus;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolGaugesTest {

  private final Recorder recorder = new Recorder();
  private final AtomicReference<List<PoolStatus>> pools =
      new AtomicReference<>(List.of(pool("default", 3), pool("python", 0)));

  @AfterEach
  void shutDown() {
    recorder.close();
  }

  @Test
  void tellHowEachPoolStandsAtTheMoment() {
    new Telemetry(recorder.telemetry()).watch(pools::get);

    assertThat(series("sandpool.pool.sandbox.count"))
        .containsOnly(
            entry("default idle", 3L),
            entry("default active", 4L),
            entry("default creating", 2L),
            entry("python idle", 0L),
            entry("python active", 4L),
            entry("python creating", 2L));
    assertThat(series("sandpool.pool.pending_requests")).containsEntry("default null", 5L);
    assertThat(series("sandpool.pool.sandbox.target")).containsEntry("default null", 7L);
    assertThat(series("sandpool.pool.sandbox.max")).containsEntry("default null", 20L);

    pools.set(List.of(pool("default", 6)));
    assertThat(series("sandpool.pool.sandbox.count")).hasSize(3).containsEntry("default idle", 6L);
  }

  @Test
  void tellNothingOnceClosed() {
    Runnable end = new Telemetry(recorder.telemetry()).watch(pools::get);
    assertThat(recorder.metrics()).isNotEmpty();

    end.run();

    assertThat(recorder.metrics()).isEmpty();
  }

  private Map<String, Long> series(String name) {
    return recorder.metrics().get(name).getLongSumData().getPoints().stream()
        .collect(Collectors.toMap(PoolGaugesTest::label, LongPointData::getValue));
  }

  private static String label(LongPointData point) {
    return point.getAttributes().get(Names.POOL) + " " + point.getAttributes().get(Names.STATE);
  }

  private static PoolStatus pool(String name, int available) {
    return Stubs.pool(name, available);
  }
}
