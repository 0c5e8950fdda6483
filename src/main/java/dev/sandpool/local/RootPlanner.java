package dev.sandpool.local;

import dev.sandpool.InvalidValueException;
import dev.sandpool.local.LocalSettings.Network;
import dev.sandpool.local.RootPlan.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides what of the host a sandbox sees, and where it may write. */
final class RootPlanner {

  static final Path HOME = Path.of("/workspace");
  static final Path TEMP = Path.of("/tmp");

  private static final List<Path> PROGRAMS =
      List.of(
          Path.of("/usr"),
          Path.of("/bin"),
          Path.of("/sbin"),
          Path.of("/lib"),
          Path.of("/lib32"),
          Path.of("/lib64"),
          Path.of("/libx32"));

  private static final Set<String> TAKEN =
      Set.of(
          "usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc", "dev", "proc", "run",
          "sys");

  private final LocalSettings settings;
  private final Path etc;

  RootPlanner(LocalSettings settings, Path etc) {
    this.settings = settings;
    this.etc = etc;
  }

  RootPlan plan(SandboxDirectory files, Path workingDirectory) {
    RootPlan plan = new RootPlan();
    PROGRAMS.stream().filter(Files::exists).forEach(path -> addProgram(plan, path));
    plan.add(Kind.READ_ONLY, etc.toString(), "/etc");
    if (settings.network() == Network.HOST) {
      realPath(Path.of("/etc/resolv.conf"))
          .ifPresent(path -> plan.add(Kind.READ_ONLY, path.toString(), "/etc/resolv.conf"));
    }
    plan.add(Kind.WRITABLE, files.temp().toString(), TEMP.toString());
    plan.add(Kind.LINK, TEMP.toString(), "/var/tmp");
    plan.add(Kind.WRITABLE, files.home().toString(), HOME.toString());
    if (!workingDirectory.startsWith(HOME) && !workingDirectory.startsWith(TEMP)) {
      plan.add(Kind.WRITABLE, files.work().toString(), workingDirectory.toString());
    }
    // Last, as they may be beneath those above.
    settings.readOnlyPaths().stream()
        .filter(Files::exists)
        .forEach(path -> plan.add(Kind.READ_ONLY, path.toString(), path.toString()));
    return plan;
  }

  /**
   * Checks where commands are to start.
   *
   * @throws InvalidValueException if that place belongs to the system
   */
  Path requireOwnPlace(String workingDirectory) {
    Path path = Path.of("/");
    // What is not ASCII depends on the JVM's character set; blanks, on how the kernel lists mounts.
    if (workingDirectory.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '\\')) {
      path = Path.of(workingDirectory).normalize();
    }
    if (path.getNameCount() == 0 || TAKEN.contains(path.getName(0).toString())) {
      throw new InvalidValueException(
          "workingDirectory",
          workingDirectory,
          "give a directory of the sandbox's own, in ASCII without blanks, such as " + HOME);
    }
    return path;
  }

  /** A system with merged directories has links here, and the sandbox gets the same links. */
  private static void addProgram(RootPlan plan, Path path) {
    if (!Files.isSymbolicLink(path)) {
      plan.add(Kind.READ_ONLY, path.toString(), path.toString());
      return;
    }
    try {
      plan.add(Kind.LINK, Files.readSymbolicLink(path).toString(), path.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> realPath(Path path) {
    try {
      return Optional.of(path.toRealPath());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
