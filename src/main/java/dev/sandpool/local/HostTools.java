package dev.sandpool.local;

import dev.sandpool.BackendUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds programs where sandboxes find them too. */
final class HostTools {

  private static final List<Path> DIRECTORIES =
      List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/sbin"), Path.of("/sbin"));

  private HostTools() {}

  static Optional<String> find(String program) {
    return DIRECTORIES.stream()
        .map(directory -> directory.resolve(program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  static String require(String program) {
    return find(program)
        .orElseThrow(
            () ->
                new BackendUnavailableException(
                    "The program "
                        + program
                        + " is not in /usr/bin, /bin, /usr/sbin or /sbin. Sandboxes on this machine"
                        + " need Linux with util-linux 2.36 or later: install the package"
                        + " util-linux, or choose another mode."));
  }
}
