package dev.sandpool.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Durations of one thing, in nanoseconds. */
final class Samples {

  private final String name;
  private final List<Long> nanos = new ArrayList<>();

  Samples(String name) {
    this.name = name;
  }

  void add(long duration) {
    nanos.add(duration);
  }

  /** The duration that {@code percent} of the samples don't exceed, in milliseconds. */
  double millis(int percent) {
    List<Long> sorted = new ArrayList<>(nanos);
    Collections.sort(sorted);
    int rank = (int) Math.ceil(percent / 100.0 * sorted.size());
    return sorted.get(Math.max(rank, 1) - 1) / 1e6;
  }

  private String row() {
    return "%-44s %6d %9.1f %9.1f %9.1f"
        .formatted(name, nanos.size(), millis(50), millis(95), millis(100));
  }

  static void print(Samples... all) {
    System.out.println("%-44s %6s %9s %9s %9s".formatted("", "n", "p50 ms", "p95 ms", "max ms"));
    for (Samples samples : all) {
      System.out.println(samples.row());
    }
  }

  /** How many times as long the first took, at p50 and p95. */
  static void ratio(String name, Samples one, Samples other) {
    System.out.printf(
        "%-44s %15.1fx %8.1fx%n",
        name, one.millis(50) / other.millis(50), one.millis(95) / other.millis(95));
  }
}
