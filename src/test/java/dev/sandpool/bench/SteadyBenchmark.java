package dev.sandpool.bench;

import dev.sandpool.Sandbox;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** 2,000 commands in one sandbox: threads, sockets and heap of this process along the way. */
final class SteadyBenchmark {

  private static final int EXECS = 2_000;
  private static final int EVERY = 500;

  private final BenchBed bed;

  SteadyBenchmark(BenchBed bed) {
    this.bed = bed;
  }

  void run() throws IOException {
    System.out.printf("%-12s %10s %10s %14s%n", "execs", "threads", "sockets", "heap in use MB");
    try (Sandbox sandbox = bed.borrow()) {
      for (int i = 0; i < EXECS; i++) {
        if (i % EVERY == 0) {
          row(i);
        }
        WarmBorrowBenchmark.hi(sandbox.execute("echo hi").stdout());
      }
      row(EXECS);
    }
  }

  private static void row(int execs) throws IOException {
    System.gc();
    double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    System.out.printf("%-12d %10d %10d %14.1f%n", execs, threads, sockets(), heap);
  }

  private static long sockets() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      List<Path> all = open.toList();
      return all.stream().filter(SteadyBenchmark::isSocket).count();
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException e) {
      // The listing's own descriptor is closed by now.
      return false;
    }
  }
}
