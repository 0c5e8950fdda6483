package dev.sandpool.backend.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the supervisor says of a command's end, and how long it stays. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SupervisorTest {

  private static final String MARKER = "\u001emark";

  /** As the kernels of today write them. */
  private static final Map<String, String> COUNTERS =
      Map.of(
          "memory.events",
          "low 0\nhigh 5\nmax 7\noom 3\noom_kill 2\noom_group_kill 0\n",
          "memory/memory.oom_control",
          "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void killForWantOfMemoryIsSaidInBothVersionsOfCgroups(String shell) throws IOException {
    for (Map.Entry<String, String> counter : COUNTERS.entrySet()) {
      Path cgroup = Files.createTempDirectory(directory, "cgroup");
      Path file = cgroup.resolve(counter.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, counter.getValue());
      String kill = "sed -i 's/oom_kill 2/oom_kill 3/' " + file + "; ";

      assertThat(SupervisorShell.run(shell, cgroup, "kill -9 $$")).isEqualTo("137");
      assertThat(SupervisorShell.run(shell, cgroup, kill + "kill -9 $$")).isEqualTo("137 oom");
      assertThat(SupervisorShell.run(shell, cgroup, kill + "exit 1")).isEqualTo("1");
      Files.writeString(file, counter.getValue());
      assertThat(SupervisorShell.run(shell, cgroup, kill + "exit 0")).isEqualTo("0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void withoutCountersNobodyIsBlamed(String shell) throws IOException {
    Path unreadable = Files.createTempDirectory(directory, "cgroup");
    Files.createDirectory(unreadable.resolve("memory.events"));
    for (Path cgroup : new Path[] {directory.resolve("none"), unreadable}) {
      assertThat(SupervisorShell.run(shell, cgroup, "kill -9 $$")).isEqualTo("137");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void staysUntilTheReaderIsDoneThoughTheInputIsAtItsEnd(String shell) throws IOException {
    try (SupervisorShell supervisor = new SupervisorShell(shell, directory)) {
      supervisor.request("cat", "3");
      supervisor.write("abc");

      assertThat(supervisor.read("abc" + MARKER + " 0\n" + MARKER + " 0\n")).isTrue();
      assertThat(supervisor.hello()).endsWith(" head");
      assertThat(supervisor.isAliveAfter(Duration.ofMillis(300))).isTrue();
      supervisor.closeInput();
      await().until(() -> !supervisor.isAliveAfter(Duration.ZERO));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void answerDoesNotWaitForInputThatNobodyWants(String shell) throws IOException {
    try (SupervisorShell supervisor = new SupervisorShell(shell, directory)) {
      supervisor.request("echo done", "1000000");

      assertThat(supervisor.read("done\n" + MARKER + " 0\n" + MARKER + " 0\n")).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox"})
  void whoeverSaysTheEndMayBeKilledBefore(String shell) throws IOException {
    try (SupervisorShell supervisor = new SupervisorShell(shell, directory)) {
      supervisor.request("kill -9 $PPID; sleep 0.2", "3");
      supervisor.write("abc");

      assertThat(supervisor.read(MARKER + " 137\n" + MARKER + " 0\n")).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash"})
  void imageWithoutHeadIsTold(String shell) throws IOException {
    try (SupervisorShell supervisor = new SupervisorShell(shell, directory, "/none")) {
      Hello hello = Hello.parse(supervisor.hello()).orElseThrow();
      Optional<Stdin> stdin = Optional.of(Stdin.of("abc".getBytes(UTF_8)));

      assertThat(hello.countsInput()).isFalse();
      assertThat(InputWay.of(stdin, hello.countsInput(), true).word()).isEqualTo("open");
    }
  }
}
