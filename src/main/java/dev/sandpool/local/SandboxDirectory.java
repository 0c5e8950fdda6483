package dev.sandpool.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A sandbox's files on the host.
 *
 * @param path the directory that has them all
 */
record SandboxDirectory(Path path) {

  /** Makes the directory and those in it, all of them their user's alone. */
  static SandboxDirectory create(Path path, Path workingDirectory, HostUser user)
      throws IOException {
    SandboxDirectory directory = new SandboxDirectory(path);
    for (Path each :
        List.of(path, directory.root(), directory.temp(), directory.home(), directory.work())) {
      make(each, user);
    }
    // As programs expect it, with the sticky bit.
    Files.setAttribute(directory.temp(), "unix:mode", 01777, LinkOption.NOFOLLOW_LINKS);
    makeIn(directory.temp(), RootPlanner.TEMP, workingDirectory, user);
    makeIn(directory.home(), RootPlanner.HOME, workingDirectory, user);
    return directory;
  }

  /** Where the sandbox's root is mounted, in its own namespace; always empty to the host. */
  Path root() {
    return path.resolve("root");
  }

  /** Its {@code /tmp}. */
  Path temp() {
    return path.resolve("tmp");
  }

  /** Its user's home. */
  Path home() {
    return path.resolve("home");
  }

  /** Its working directory, where that is outside the home. */
  Path work() {
    return path.resolve("work");
  }

  /** Makes a directory of the sandbox that is beneath one that it has anyway. */
  private static void makeIn(Path hostBase, Path base, Path directory, HostUser user)
      throws IOException {
    if (directory.startsWith(base) && !directory.equals(base)) {
      Path place = hostBase;
      for (Path name : base.relativize(directory)) {
        place = place.resolve(name);
        make(place, user);
      }
    }
  }

  private static void make(Path directory, HostUser user) throws IOException {
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    user.own(directory);
  }
}
