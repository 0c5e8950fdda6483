package dev.sandpool.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Who a sandbox is to the host: never root.
 *
 * @param dropTo the user and group to become first; empty stays the JVM's user
 */
record HostUser(OptionalLong dropTo) {

  // Free on every system that follows the usual ranges: above container managers' and dynamic
  // users', below what some programs take for a negative number.
  private static final long LOWEST = 1_900_000_000L;
  private static final long HIGHEST = 2_000_000_000L;
  private static final int EFFECTIVE = 2;

  /**
   * Chooses one for a new sandbox. When the JVM is root, each gets a random one of its own, so that
   * sandboxes are strangers to each other on the host too.
   */
  static HostUser choose() {
    return new HostUser(jvmUid() == 0 ? unusedIn(lines("uid_map")) : OptionalLong.empty());
  }

  /** The JVM's user. */
  static int jvmUid() {
    return lines("status").stream()
        .filter(line -> line.startsWith("Uid:"))
        .map(line -> line.split("\\s+", -1)[EFFECTIVE])
        .mapToInt(Integer::parseUnsignedInt)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("/proc/self/status has no Uid line"));
  }

  private static List<String> lines(String name) {
    try {
      return Files.readAllLines(Path.of("/proc/self", name));
    } catch (IOException e) {
      throw new UncheckedIOException("Linux with /proc is needed", e);
    }
  }

  /**
   * Takes a user that the machine, or the container that the JVM is in, has at all.
   *
   * @param uidMap lines of first inner user, first outer user, count
   */
  static OptionalLong unusedIn(List<String> uidMap) {
    return uidMap.stream()
        .map(line -> line.strip().split("\\s+", -1))
        .max(Comparator.comparingLong(fields -> Long.parseLong(fields[2])))
        .map(fields -> pick(Long.parseLong(fields[0]), Long.parseLong(fields[2])))
        .orElse(OptionalLong.empty());
  }

  private static OptionalLong pick(long first, long count) {
    if (first <= LOWEST && first + count >= HIGHEST) {
      return OptionalLong.of(ThreadLocalRandom.current().nextLong(LOWEST, HIGHEST));
    }
    // A map of one user means that this root is root of nothing but a namespace.
    return count < 1000
        ? OptionalLong.empty()
        : OptionalLong.of(ThreadLocalRandom.current().nextLong(first + count / 2, first + count));
  }

  /** What stands before a program to run it as this user, without a way to more rights. */
  List<String> prefix() {
    String setpriv = HostTools.require("setpriv");
    return dropTo.isEmpty()
        ? List.of(setpriv, "--no-new-privs")
        : List.of(
            setpriv,
            "--no-new-privs",
            "--reuid=" + dropTo.getAsLong(),
            "--regid=" + dropTo.getAsLong(),
            "--clear-groups");
  }

  /** Gives a file or directory to this user. */
  void own(Path path) throws IOException {
    if (dropTo.isPresent()) {
      int id = Math.toIntExact(dropTo.getAsLong());
      Files.setAttribute(path, "unix:uid", id, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", id, LinkOption.NOFOLLOW_LINKS);
    }
  }
}
