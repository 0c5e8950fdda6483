package dev.sandpool.bench;

import dev.sandpool.Sandbox;

/** {@code echo hi} down the stream opened beforehand, beside a stream opened for it. */
final class ExecBenchmark {

  private static final int WARM_UP = 20;
  private static final int ROUNDS = 200;

  private final BenchBed bed;

  ExecBenchmark(BenchBed bed) {
    this.bed = bed;
  }

  void run() {
    Samples opened = new Samples("execute, stream opened beforehand");
    Samples plain = new Samples("plain exec, same client, Pod and command");
    try (Sandbox sandbox = bed.borrow()) {
      for (int i = -WARM_UP; i < ROUNDS; i++) {
        long start = System.nanoTime();
        WarmBorrowBenchmark.hi(sandbox.execute("echo hi").stdout());
        long answered = System.nanoTime();
        WarmBorrowBenchmark.hi(PlainExec.run(bed.sockets(), bed.pod(sandbox), "echo hi"));
        long end = System.nanoTime();
        if (i >= 0) {
          opened.add(answered - start);
          plain.add(end - answered);
        }
      }
    }
    Samples.print(opened, plain);
    Samples.ratio("plain exec / opened beforehand", plain, opened);
  }
}
