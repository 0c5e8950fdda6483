package dev.sandpool.backend.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ShellRunnerPrepareTest {

  @Test
  void aChannelOpenedWhileTheRunnerClosesIsClosed() {
    AtomicInteger closed = new AtomicInteger();
    AtomicReference<ShellRunner> runner = new AtomicReference<>();
    try (ExecThreads threads = ExecThreads.create()) {
      ChannelFactory closing =
          (argv, listener) -> {
            runner.get().close();
            return new CountingChannel(closed);
          };
      runner.set(new ShellRunner(closing, Optional::empty, threads, ExecTimings.DEFAULT));
      runner.get().prepare();
      assertThat(closed).hasValue(1);
    }
  }

  private record CountingChannel(AtomicInteger closed) implements Channel {
    @Override
    public void write(byte[] bytes, int offset, int length) {}

    @Override
    public boolean canEndInput() {
      return true;
    }

    @Override
    public void endInput() {}

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}
