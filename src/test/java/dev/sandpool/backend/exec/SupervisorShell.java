package dev.sandpool.backend.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The supervisor in a shell of this machine, with cgroup files of the test's own. */
final class SupervisorShell implements AutoCloseable {

  private static final String SCRIPT = Scripts.load(ShellSession.class, "supervisor.sh");
  private static final String MARKER = "\u001emark";

  private final Process process;
  private final String hello;

  SupervisorShell(String shell, Path cgroup) throws IOException {
    this(shell, cgroup, System.getenv("PATH"));
  }

  SupervisorShell(String shell, Path cgroup, String path) throws IOException {
    Path program = Path.of("/usr/bin", shell);
    assumeTrue(Files.isExecutable(program), shell + " is not installed");
    List<String> argv = new ArrayList<>(List.of(program.toString()));
    if (shell.equals("busybox")) {
      argv.add("sh");
    }
    argv.addAll(List.of("-c", SCRIPT.replace("/sys/fs/cgroup", cgroup.toString())));
    // A pipe of its own for errors too: who shares a stream with others takes no second command.
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.environment().put("PATH", path);
    process = builder.start();
    hello = readLine();
  }

  /** What it said of itself, behind the fixed word. */
  String hello() {
    return hello.substring("sandpool ".length());
  }

  /** Runs one command without input; returns its status. */
  static String run(String shell, Path cgroup, String script) throws IOException {
    try (SupervisorShell supervisor = new SupervisorShell(shell, cgroup)) {
      supervisor.request(script, "none");
      return supervisor.readLine().substring(MARKER.length() + 1);
    }
  }

  /** Sends a request. */
  void request(String script, String input) throws IOException {
    write(String.join("\n", MARKER, "/", "", input, script, ""));
  }

  void write(String text) throws IOException {
    OutputStream stdin = process.getOutputStream();
    stdin.write(text.getBytes(UTF_8));
    stdin.flush();
  }

  /** Reads as much as is expected, and compares. */
  boolean read(String expected) throws IOException {
    byte[] bytes = expected.getBytes(UTF_8);
    return expected.equals(new String(process.getInputStream().readNBytes(bytes.length), UTF_8));
  }

  boolean isAliveAfter(Duration time) {
    try {
      return !process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private String readLine() throws IOException {
    InputStream in = process.getInputStream();
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString();
  }
}
