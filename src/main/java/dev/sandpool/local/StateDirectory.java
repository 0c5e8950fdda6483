package dev.sandpool.local;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.local.LocalSettings.Network;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.UUID;

/**
 * One back end's own directory for the files of its sandboxes.
 *
 * <p>It belongs to whoever holds the lock on the file of the same name beside it. The kernel drops
 * the lock when the JVM ends, however it ends; the next one to start then removes the directory.
 */
final class StateDirectory implements AutoCloseable {

  private static final String LOCK_SUFFIX = ".lock";

  private final Path path;
  private final Path lockFile;
  private final FileChannel lock;
  private final Fifos fifos;

  private StateDirectory(Path path, Path lockFile, FileChannel lock) {
    this.path = path;
    this.lockFile = lockFile;
    this.lock = lock;
    this.fifos = new Fifos(path.resolve("pipes"));
  }

  /** Removes what crashed JVMs left, and makes a directory for this one. */
  static StateDirectory open(Path parent, Network network) {
    try {
      makeParent(parent);
      removeStale(parent);
      String name = "jvm-" + UUID.randomUUID();
      Path lockFile = parent.resolve(name + LOCK_SUFFIX);
      FileChannel lock =
          lock(lockFile, StandardOpenOption.CREATE_NEW)
              .orElseThrow(() -> new IOException("cannot lock " + lockFile));
      StateDirectory state = new StateDirectory(parent.resolve(name), lockFile, lock);
      createPassable(state.path);
      Files.createDirectory(state.path.resolve("pipes"), mode("rwx------"));
      EtcDirectory.create(state.etc(), network);
      return state;
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "sandpool.local.state-directory: '"
              + parent
              + "' cannot be used ("
              + e
              + "); give a directory that this user may write and lock files in",
          e);
    }
  }

  /** The {@code /etc} that sandboxes share. */
  Path etc() {
    return path.resolve("etc");
  }

  /** Makes pipes in it. */
  Fifos fifos() {
    return fifos;
  }

  /** Where the files of a sandbox go. */
  Path sandbox(String id) {
    return path.resolve(id);
  }

  /** Removes the directory and lets it go. */
  @Override
  public void close() {
    Trees.remove(path);
    try (lock) {
      Files.deleteIfExists(lockFile);
    } catch (IOException e) {
      // The next one to start removes it.
    }
  }

  private static void makeParent(Path parent) throws IOException {
    if (!Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(parent.getParent());
      createPassable(parent);
    }
    Object owner = Files.getAttribute(parent, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (!owner.equals(HostUser.jvmUid())) {
      throw new IOException("it belongs to another user");
    }
  }

  /** Passed through by the sandboxes' users, but not listed; whatever this process's umask is. */
  private static void createPassable(Path directory) throws IOException {
    Files.createDirectory(directory, mode("rwx------"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
  }

  private static void removeStale(Path parent) throws IOException {
    try (DirectoryStream<Path> locks = Files.newDirectoryStream(parent, "jvm-*" + LOCK_SUFFIX)) {
      for (Path lockFile : locks) {
        Optional<FileChannel> lock = lock(lockFile, StandardOpenOption.WRITE);
        if (lock.isPresent()) {
          String name = lockFile.getFileName().toString();
          Path left = parent.resolve(name.substring(0, name.length() - LOCK_SUFFIX.length()));
          new StateDirectory(left, lockFile, lock.get()).close();
        }
      }
    }
  }

  /** The lock, held until its channel is closed; empty when somebody else has it. */
  private static Optional<FileChannel> lock(Path file, StandardOpenOption how) throws IOException {
    FileChannel channel = FileChannel.open(file, how, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Another back end of this JVM has it.
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    return lock == null ? Optional.empty() : Optional.of(channel);
  }

  private static FileAttribute<?> mode(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }
}
