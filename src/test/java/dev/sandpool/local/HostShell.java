package dev.sandpool.local;

import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A shell of this machine, for tests of what runs in shells. It isolates nothing. Where the tests
 * run as root, whom no permission stops, it runs as nobody.
 */
public final class HostShell implements AutoCloseable {

  /** Nobody's user and group. */
  public static final int NOBODY = 65534;

  private static final ExecThreads THREADS = ExecThreads.create();
  private static final Fifos FIFOS = new Fifos(temporary());

  private final List<String> prefix;
  private final List<String> shell;
  private final ShellRunner runner;

  /**
   * Makes a runner.
   *
   * @param path the search path, whose {@code sh} the scripts find
   * @param shell what stands for {@code /bin/sh}
   */
  public HostShell(String path, List<String> shell) {
    this.shell = shell;
    prefix = prefix(path);
    runner =
        new ShellRunner(
            (argv, listener) ->
                ProcessChannel.start(argv(argv), Map.of(), FIFOS, listener, THREADS.blocking()),
            Optional::empty,
            THREADS,
            ExecTimings.DEFAULT);
  }

  /** What starts a program in a session of its own, as nobody, with nothing of our environment. */
  public static List<String> prefix(String path) {
    List<String> prefix = new ArrayList<>();
    if (isRoot()) {
      prefix.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY));
      prefix.add("--clear-groups");
    }
    prefix.addAll(List.of("setsid", "env", "-i", "PATH=" + path));
    return List.copyOf(prefix);
  }

  private static Path temporary() {
    try {
      Path directory = Files.createTempDirectory("sandpool-fifos");
      directory.toFile().deleteOnExit();
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the tests run as root. */
  public static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Makes a directory that the shell's user owns. */
  public static Path directory(Path parent) throws IOException {
    Path made = Files.createTempDirectory(parent, "files");
    if (isRoot()) {
      Files.setAttribute(parent, "unix:mode", 0755);
      Files.setAttribute(made, "unix:uid", NOBODY);
      Files.setAttribute(made, "unix:gid", NOBODY);
    }
    return made;
  }

  /** Runs commands. */
  public ShellRunner runner() {
    return runner;
  }

  @Override
  public void close() {
    runner.close();
  }

  private List<String> argv(List<String> argv) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(shell);
    all.addAll(argv.subList(1, argv.size()));
    return all;
  }
}
