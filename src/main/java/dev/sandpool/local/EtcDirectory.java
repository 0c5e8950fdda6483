package dev.sandpool.local;

import dev.sandpool.local.LocalSettings.Network;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Makes the {@code /etc} that all sandboxes of a JVM share, read-only: their own users and hosts,
 * and of the host's only what programs need to start and to check certificates.
 */
final class EtcDirectory {

  private static final Path HOST = Path.of("/etc");

  // Names that may be missing: the lists of several distributions in one.
  private static final List<String> COPIED =
      List.of(
          "alternatives",
          "bash.bashrc",
          "ca-certificates",
          "crypto-policies",
          "inputrc",
          "ld.so.cache",
          "ld.so.conf",
          "ld.so.conf.d",
          "localtime",
          "magic",
          "mime.types",
          "os-release",
          "pki/ca-trust",
          "pki/java",
          "pki/tls/cert.pem",
          "pki/tls/certs",
          "pki/tls/openssl.cnf",
          "profile",
          "protocols",
          "services",
          "ssl/cert.pem",
          "ssl/certs",
          "ssl/openssl.cnf",
          "terminfo",
          "timezone");

  private final Path target;

  private EtcDirectory(Path target) {
    this.target = target;
  }

  static Path create(Path target, Network network) throws IOException {
    EtcDirectory etc = new EtcDirectory(target);
    etc.makeDirectory(target);
    for (String name : COPIED) {
      etc.copy(HOST.resolve(name));
    }
    // Debian keeps the settings of Java and Python here, under names with a version.
    try (DirectoryStream<Path> runtimes = Files.newDirectoryStream(HOST, "{java,python}*")) {
      for (Path runtime : runtimes) {
        etc.copy(runtime);
      }
    }
    etc.write("passwd", "sandbox:x:1000:1000:sandbox:/workspace:/bin/sh\n");
    etc.write("group", "sandbox:x:1000:\n");
    etc.write("hosts", "127.0.0.1 localhost\n::1 localhost ip6-localhost\n");
    etc.write("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
    if (network == Network.HOST) {
      etc.write("resolv.conf", ""); // The host's is mounted on it, as it may change.
    }
    return target;
  }

  private void write(String name, String text) throws IOException {
    readableByAll(Files.writeString(target.resolve(name), text));
  }

  private void copy(Path source) throws IOException {
    if (!Files.exists(source, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    makeParents(source.getParent());
    Files.walkFileTree(
        source,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            if (!openToAll(path)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            makeDirectory(placeOf(path));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            copyFile(path, attributes);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path path, IOException e) {
            return FileVisitResult.CONTINUE; // What this user may not see, sandboxes need not.
          }
        });
  }

  private void copyFile(Path path, BasicFileAttributes attributes) throws IOException {
    if (attributes.isSymbolicLink()) {
      Files.copy(path, placeOf(path), LinkOption.NOFOLLOW_LINKS);
    } else if (attributes.isRegularFile() && openToAll(path)) {
      readableByAll(Files.copy(path, placeOf(path)));
    }
  }

  private Path placeOf(Path hostPath) {
    // As paths, not as text: names need not be text in the JVM's character set.
    return target.resolve(HOST.relativize(hostPath));
  }

  private void makeParents(Path directory) throws IOException {
    if (!directory.equals(HOST) && !Files.exists(placeOf(directory))) {
      makeParents(directory.getParent());
      makeDirectory(placeOf(directory));
    }
  }

  private void makeDirectory(Path directory) throws IOException {
    Files.createDirectory(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** A JVM that is root must not show what only root may read. */
  private static boolean openToAll(Path path) throws IOException {
    return Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
        .contains(PosixFilePermission.OTHERS_READ);
  }

  private static void readableByAll(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }
}
