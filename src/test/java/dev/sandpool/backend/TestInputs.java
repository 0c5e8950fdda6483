package dev.sandpool.backend;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/** Inputs that do not just give bytes. */
final class TestInputs {

  private TestInputs() {}

  /** An input that fails when it is read. */
  static InputStream broken(String message) {
    return new Scripted(
        () -> {
          throw new IOException(message);
        });
  }

  /** An input without a byte, whose end comes when something has happened. */
  static InputStream endingAfter(CountDownLatch latch) {
    return new Scripted(() -> awaitQuietly(latch));
  }

  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private static final class Scripted extends InputStream {
    private final Step step;

    Scripted(Step step) {
      this.step = step;
    }

    @Override
    public int read() throws IOException {
      step.run();
      return -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return read();
    }
  }
}
