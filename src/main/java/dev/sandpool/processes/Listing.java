package dev.sandpool.processes;

import dev.sandpool.ExecResult;
import dev.sandpool.ProcessInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reads what {@code list.sh} prints: for each process a line {@code id started state size}, and one
 * with the beginning of its command.
 */
final class Listing {

  private static final String RUNNING = "running";

  private Listing() {}

  static List<ProcessInfo> read(ExecResult result) {
    List<String> lines = result.stdout().lines().toList();
    List<ProcessInfo> processes = new ArrayList<>();
    for (int i = 0; i + 1 < lines.size(); i += 2) {
      processes.add(process(lines.get(i).split(" ", 4), lines.get(i + 1)));
    }
    processes.sort(Comparator.comparing(ProcessInfo::startedAt).thenComparing(ProcessInfo::id));
    return processes;
  }

  private static ProcessInfo process(String[] fields, String command) {
    return new ProcessInfo(
        fields[0],
        command.strip(),
        fields[2].equals(RUNNING),
        exitCode(fields[2]),
        Instant.ofEpochSecond(Long.parseLong(fields[1])),
        Long.parseLong(fields[3]));
  }

  /** A number, {@code running}, or {@code unknown} for one that went without its last word. */
  private static OptionalInt exitCode(String state) {
    return state.matches("[0-9]{1,3}")
        ? OptionalInt.of(Integer.parseInt(state))
        : OptionalInt.empty();
  }
}
