package dev.sandpool.local;

import dev.sandpool.InvalidValueException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * How sandboxes on this machine are made.
 *
 * @param stateDirectory where their files live while they do, absolute, without blanks; made when
 *     missing. When the JVM is root, other users must be able to pass through its parents
 * @param isolation what isolates them
 * @param network what they reach
 * @param limits what each of their processes may use
 * @param readOnlyPaths more of the host that they see, read-only, such as a tool chain in {@code
 *     /opt}; absolute, without blanks. Those that do not exist are left out
 * @param allowInKubernetes whether it may be used inside a Kubernetes Pod, where it isolates less
 *     than the cluster could
 */
public record LocalSettings(
    Path stateDirectory,
    IsolationChoice isolation,
    Network network,
    ProcessLimits limits,
    List<Path> readOnlyPaths,
    boolean allowInKubernetes) {

  // Paths go through the kernel's list of mounts, which writes these in another way.
  private static final Pattern UNSAFE = Pattern.compile("[\\s\\\\\\p{Cntrl}]");

  /**
   * Checks the paths.
   *
   * @throws InvalidValueException if one is relative or has blanks
   */
  public LocalSettings {
    requirePlain("sandpool.local.state-directory", stateDirectory);
    Objects.requireNonNull(isolation, "isolation");
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(limits, "limits");
    readOnlyPaths = List.copyOf(readOnlyPaths);
    readOnlyPaths.forEach(path -> requirePlain("sandpool.local.read-only-paths", path));
  }

  /**
   * Whatever isolation works, no network, the default limits, and files in {@code sandpool-local}
   * and the user's name under the system's temporary directory.
   */
  public static LocalSettings defaults() {
    return new LocalSettings(
        Path.of(System.getProperty("java.io.tmpdir"))
            .toAbsolutePath()
            .resolve("sandpool-local-" + System.getProperty("user.name")),
        IsolationChoice.AUTO,
        Network.NONE,
        ProcessLimits.DEFAULT,
        List.of(),
        false);
  }

  /** What isolates sandboxes. */
  public enum IsolationChoice {
    /** Bubblewrap where it is installed and works, else unshare. */
    AUTO,
    /** The program {@code bwrap}. */
    BUBBLEWRAP,
    /** The programs {@code unshare} and {@code mount} of util-linux, which every system has. */
    UNSHARE
  }

  /** What sandboxes reach. */
  public enum Network {
    /** Nothing but themselves. */
    NONE,
    /** All that this machine reaches, and this machine's own ports too. */
    HOST
  }

  private static void requirePlain(String key, Path path) {
    if (path == null
        || !path.isAbsolute()
        || path.getNameCount() == 0
        || UNSAFE.matcher(path.toString()).find()) {
      throw new InvalidValueException(
          key, path, "give an absolute path, not the root, without blanks and backslashes");
    }
  }
}
