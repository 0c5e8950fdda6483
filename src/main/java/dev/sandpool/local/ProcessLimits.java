package dev.sandpool.local;

import dev.sandpool.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a sandbox's processes may use. The kernel counts most of it per process, so these stop
 * accidents, not attacks.
 *
 * @param memoryBytes private memory of each process, in bytes; empty takes the memory limit of the
 *     sandbox's specification
 * @param processes processes and threads of a sandbox together. Kernels before 5.14 count all that
 *     the user of the JVM runs
 * @param fileBytes the largest file that can be written, in bytes
 * @param openFiles open files of each process
 */
public record ProcessLimits(
    OptionalLong memoryBytes, long processes, long fileBytes, long openFiles) {

  /** The specification's memory, 1,024 processes, 4 GiB a file, 4,096 open files. */
  public static final ProcessLimits DEFAULT =
      new ProcessLimits(OptionalLong.empty(), 1024, 4L << 30, 4096);

  /**
   * Checks that all are positive.
   *
   * @throws InvalidValueException if one is not
   */
  public ProcessLimits {
    memoryBytes.ifPresent(bytes -> requirePositive("memory-bytes", bytes));
    requirePositive("processes", processes);
    requirePositive("file-bytes", fileBytes);
    requirePositive("open-files", openFiles);
  }

  /** Options of {@code prlimit}. */
  List<String> options(OptionalLong specifiedMemory) {
    List<String> options = new ArrayList<>();
    options.add("--core=0");
    options.add("--nproc=" + processes);
    options.add("--fsize=" + fileBytes);
    options.add("--nofile=" + openFiles);
    // Not the address space: runtimes such as Java's and Go's reserve far more than they use.
    (memoryBytes.isPresent() ? memoryBytes : specifiedMemory)
        .ifPresent(bytes -> options.add("--data=" + bytes));
    return options;
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new InvalidValueException(
          "sandpool.local.limits." + name, value, "give a number greater than 0");
    }
  }
}
