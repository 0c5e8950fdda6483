package dev.sandpool.bench;

import dev.sandpool.Sandbox;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Eight commands at the same time: in one sandbox, in eight, and by plain exec in one. */
final class ParallelBenchmark {

  private static final int SIDE_BY_SIDE = 8;
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 25;

  private final BenchBed bed;

  ParallelBenchmark(BenchBed bed) {
    this.bed = bed;
  }

  void run() throws ExecutionException, InterruptedException {
    Samples one = new Samples("8 commands in one sandbox, all answered");
    Samples eight = new Samples("8 commands in 8 sandboxes, all answered");
    Samples plain = new Samples("8 plain execs in one Pod, all answered");
    ExecutorService callers = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    List<Sandbox> boxes = new ArrayList<>();
    try {
      for (int i = 0; i < SIDE_BY_SIDE; i++) {
        boxes.add(bed.borrow());
      }
      Sandbox first = boxes.get(0);
      for (int i = -WARM_UP; i < ROUNDS; i++) {
        boolean counted = i >= 0;
        measure(callers, one, counted, n -> first.execute("echo hi").stdout());
        measure(callers, eight, counted, n -> boxes.get(n).execute("echo hi").stdout());
        measure(
            callers, plain, counted, n -> PlainExec.run(bed.sockets(), bed.pod(first), "echo hi"));
      }
    } finally {
      callers.shutdown();
      boxes.forEach(Sandbox::close);
    }
    Samples.print(one, eight, plain);
    Samples.ratio("plain / 8 in one sandbox", plain, one);
    Samples.ratio("plain / 8 in 8 sandboxes", plain, eight);
  }

  /** One command, by the number of its caller. */
  @FunctionalInterface
  private interface Command {
    String run(int caller);
  }

  private static void measure(
      ExecutorService callers, Samples samples, boolean counted, Command command)
      throws InterruptedException, ExecutionException {
    List<Callable<String>> commands = new ArrayList<>();
    for (int i = 0; i < SIDE_BY_SIDE; i++) {
      int caller = i;
      commands.add(() -> command.run(caller));
    }
    long start = System.nanoTime();
    for (Future<String> answer : callers.invokeAll(commands)) {
      WarmBorrowBenchmark.hi(answer.get());
    }
    long end = System.nanoTime();
    // Streams for the next round open meanwhile, as they do while a model thinks.
    Thread.sleep(500);
    if (counted) {
      samples.add(end - start);
    }
  }
}
