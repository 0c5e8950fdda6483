package dev.sandpool.bench;

import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import java.io.IOException;

/**
 * From "I need a sandbox" to the output of {@code echo hi}, with a warm pool, beside {@code kubectl
 * exec} of the same command into the same Pods.
 */
final class WarmBorrowBenchmark {

  private static final int WARM_UP = 5;
  private static final int ROUNDS = 50;

  private final Samples borrow = new Samples("borrow (claim a warm Pod)");
  private final Samples first = new Samples("first command's output");
  private final Samples both = new Samples("borrow to first output");
  private final Samples again = new Samples("next command, half a second later");
  private final Samples kubectl = new Samples("kubectl exec, same Pod and command");
  private final Samples close = new Samples("close (destroy)");

  private final BenchBed bed;

  WarmBorrowBenchmark(BenchBed bed) {
    this.bed = bed;
  }

  void run() throws IOException, InterruptedException {
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      round(i >= 0);
    }
    Samples.print(borrow, first, both, again, kubectl, close);
    Samples.ratio("kubectl exec / borrow to first output", kubectl, both);
    Samples.ratio("kubectl exec / first command's output", kubectl, first);
    Samples.ratio("kubectl exec / next command", kubectl, again);
  }

  private void round(boolean counted) throws IOException, InterruptedException {
    bed.awaitFull();
    long start = System.nanoTime();
    Sandbox sandbox = bed.sandboxes().create(CreateRequest.of("default"));
    long borrowed = System.nanoTime();
    hi(sandbox.execute("echo hi").stdout());
    long answered = System.nanoTime();
    // Between an agent's commands a model thinks; the next channel opens meanwhile.
    Thread.sleep(500);
    long next = System.nanoTime();
    hi(sandbox.execute("echo hi").stdout());
    long nextAnswered = System.nanoTime();
    hi(bed.kubectl().run("exec", sandbox.id(), "--", "echo", "hi"));
    long execed = System.nanoTime();
    sandbox.close();
    long closed = System.nanoTime();
    if (counted) {
      borrow.add(borrowed - start);
      first.add(answered - borrowed);
      both.add(answered - start);
      again.add(nextAnswered - next);
      kubectl.add(execed - nextAnswered);
      close.add(closed - execed);
    }
  }

  static void hi(String output) {
    if (!output.equals("hi\n")) {
      throw new IllegalStateException("expected hi, got: " + output);
    }
  }
}
