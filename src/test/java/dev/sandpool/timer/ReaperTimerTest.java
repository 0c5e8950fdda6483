package dev.sandpool.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sandpool.bootstrap.SandpoolSupervisor;
import dev.sandpool.cdi.SandpoolLifecycle;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What the container's timer does not see; {@code KeptSandboxesIT} has the rest. */
class ReaperTimerTest {

  /** The container would call again in its own time, and some give up in the end. */
  @Test
  void anErrorIsToldAndIsNotTheContainers() {
    List<String> told = new ArrayList<>();
    Handler handler = handler(told);
    Logger logger = Logger.getLogger(ReaperTimer.class.getName());
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try {
      assertThatCode(() -> new ReaperTimer(new Broken()).tick()).doesNotThrowAnyException();
    } finally {
      logger.setUseParentHandlers(true);
      logger.removeHandler(handler);
    }
    assertThat(told).singleElement().asString().contains("may be left").contains("out of luck");
  }

  @Test
  void beforeTheStartThereIsNothingToDo() {
    assertThatCode(() -> new ReaperTimer(new SandpoolLifecycle()).tick())
        .doesNotThrowAnyException();
  }

  private static final class Broken extends SandpoolLifecycle {
    @Override
    public SandpoolSupervisor supervisor() {
      throw new IllegalStateException("out of luck");
    }
  }

  private static Handler handler(List<String> told) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        told.add(record.getMessage() + ": " + record.getThrown().getMessage());
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
