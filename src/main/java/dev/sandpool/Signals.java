package dev.sandpool;

import java.util.Map;
import java.util.Optional;

/** Linux signal numbers, the same on every architecture that Kubernetes runs on but MIPS. */
final class Signals {

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(1, "HUP"),
          Map.entry(2, "INT"),
          Map.entry(3, "QUIT"),
          Map.entry(4, "ILL"),
          Map.entry(5, "TRAP"),
          Map.entry(6, "ABRT"),
          Map.entry(7, "BUS"),
          Map.entry(8, "FPE"),
          Map.entry(9, "KILL"),
          Map.entry(10, "USR1"),
          Map.entry(11, "SEGV"),
          Map.entry(12, "USR2"),
          Map.entry(13, "PIPE"),
          Map.entry(14, "ALRM"),
          Map.entry(15, "TERM"),
          Map.entry(24, "XCPU"),
          Map.entry(25, "XFSZ"),
          Map.entry(31, "SYS"));

  private Signals() {}

  static Optional<String> ofExitCode(int exitCode) {
    return Optional.ofNullable(NAMES.get(exitCode - 128));
  }
}
