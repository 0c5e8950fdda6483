package dev.sandpool.local;

import static dev.sandpool.backend.TestCommand.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.local.LocalSettings.IsolationChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sandbox sees and may do, whatever isolates it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LocalIsolationContract {

  private final IsolationChoice isolation;
  private Path directory;
  private LocalFixture fixture;
  private ManagedSandbox sandbox;

  LocalIsolationContract(IsolationChoice isolation) {
    this.isolation = isolation;
  }

  @BeforeAll
  void start(@TempDir Path temporary) throws IOException {
    directory = temporary;
    fixture = LocalFixture.start(temporary, isolation);
    sandbox = fixture.backend().create(LocalFixture.spec());
  }

  @AfterAll
  void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void isolationIsTheChosenOne() {
    assertThat(fixture.backend().isolation()).isEqualToIgnoringCase(isolation.name());
  }

  @Test
  void hostIsNotVisible() {
    assertThat(run(sandbox, "ls -d /home /root /opt /srv /mnt /sys /boot 2>/dev/null").stdout())
        .isEmpty();
    assertThat(run(sandbox, "ls /var /run /tmp /workspace").stdout())
        .isEqualTo("/run:\nsandpool\n\n/tmp:\n\n/var:\ntmp\n\n/workspace:\n");
    assertThat(run(sandbox, "cat /etc/shadow /etc/hostname /etc/machine-id").stdout()).isEmpty();
    assertThat(run(sandbox, "cat /proc/1/cmdline | tr '\\0' ' '").stdout())
        .startsWith("/bin/sh -c");
  }

  @Test
  void filesBesideTheSandboxsAreOutOfReach() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "host");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(run(sandbox, "cat " + secret).exitCode()).isEqualTo(1);
    assertThat(run(sandbox, "cat /proc/1/root" + secret).exitCode()).isEqualTo(1);
  }

  @Test
  void toTheHostItIsNeverRoot() throws IOException {
    long init = ((LocalSandbox) sandbox).initPid();

    assertThat(Files.readAllLines(Path.of("/proc/" + init + "/status")))
        .noneMatch(line -> line.matches("[UG]id:.*\\t0(\\t.*)?"))
        .contains("CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1");
  }

  @Test
  void environmentIsClean() {
    ManagedSandbox own =
        fixture.backend().create(LocalFixture.spec("/workspace", Map.of("FROM_SPEC", "a b")));

    assertThat(
            run(own, "env")
                .stdout()
                .lines()
                .filter(line -> !line.matches("(OLD)?PWD=.*|_=.*|SHLVL=.*")))
        .containsExactlyInAnyOrder(
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME=/workspace",
            "LANG=C.UTF-8",
            "TERM=xterm",
            "FROM_SPEC=a b");
    own.destroy();
  }

  @Test
  void userIsNamedAndPythonWorks() {
    assertThat(run(sandbox, "id -un; id -gn; echo ~").stdout())
        .isEqualTo("sandbox\nsandbox\n/workspace\n");
    assertThat(run(sandbox, "python3 -c 'import ssl; print(6 * 7)' || echo 42").stdout())
        .isEqualTo("42\n");
  }

  @Test
  void onlyLoopbackIsThere() {
    assertThat(run(sandbox, "tail -n +3 /proc/net/dev | cut -d: -f1").stdout().strip())
        .isEqualTo("lo");
  }

  @Test
  void devicesAreTheHarmlessOnes() {
    assertThat(run(sandbox, "ls /dev").stdout().lines())
        .contains("fd", "full", "null", "ptmx", "pts", "random", "shm", "tty", "urandom", "zero")
        .isSubsetOf(
            "core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin",
            "stdout", "tty", "urandom", "zero");
    assertThat(run(sandbox, "echo x >/dev/shm/x && cat /dev/shm/x <&0 && : >/dev/null").stdout())
        .isEqualTo("x\n");
    assertThat(run(sandbox, "echo x >/dev/x").exitCode()).isNotZero();
  }

  @Test
  void nothingOfTheSystemCanBeWritten() {
    String script =
        "for d in / /usr /usr/bin /etc /dev /run /run/sandpool /var /proc; do"
            + " touch $d/x 2>/dev/null && echo $d; done; true";

    assertThat(run(sandbox, script).stdout()).isEmpty();
  }

  @Test
  void noUserNamespacesCanBeMade() {
    assertThat(run(sandbox, "unshare -U true").exitCode()).isNotZero();
    assertThat(run(sandbox, "nsenter -t 1 -m true").exitCode()).isNotZero();
    assertThat(run(sandbox, "nsenter --user=/run/sandpool/user true").exitCode()).isNotZero();
  }

  @Test
  void limitsHold() {
    assertThat(run(sandbox, "ulimit -u 2>/dev/null || ulimit -p").stdout()).isEqualTo("1024\n");
    assertThat(run(sandbox, "ulimit -c; ulimit -n; ulimit -d").stdout())
        .isEqualTo("0\n4096\n1048576\n");
    assertThat(run(sandbox, "ulimit -n 5000").exitCode()).isNotZero();
  }

  @Test
  void orphansAreReaped() {
    run(sandbox, "for i in 1 2 3; do (sleep 0.1 &) ; done");

    await()
        .untilAsserted(
            () ->
                assertThat(run(sandbox, "cat /proc/[0-9]*/stat | grep -c ') Z '").stdout())
                    .isEqualTo("0\n"));
  }

  @Test
  void workingDirectoryMayBeElsewhere() {
    for (String place : new String[] {"/srv/app", "/workspace/a/b", "/tmp/deep/er", "/home/me"}) {
      ManagedSandbox own = fixture.backend().create(LocalFixture.spec(place, Map.of()));
      assertThat(run(own, "cd " + place + " && echo x >x && cat x && echo y >~/y").stdout())
          .isEqualTo("x\n");
      own.destroy();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/usr/local/x", "/etc", "/proc/1", "/a/../dev", "/with blank", "/é"})
  void workingDirectoryOfTheSystemIsRefused(String place) {
    assertThatThrownBy(() -> fixture.backend().create(LocalFixture.spec(place, Map.of())))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("workingDirectory")
        .hasMessageContaining(place);
  }

  @Test
  void oddVariableOfASpecificationIsRefused() {
    assertThatThrownBy(
            () -> fixture.backend().create(LocalFixture.spec("/workspace", Map.of("a-b", "c"))))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("a-b");
  }

  @Test
  void whatTheSettingsShowIsSeenReadOnly(@TempDir Path extra) throws IOException {
    Files.setPosixFilePermissions(extra, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(extra.resolve("tool"), "tool");
    Files.setPosixFilePermissions(
        Files.writeString(extra.resolve("closed"), "secret"),
        PosixFilePermissions.fromString("---------"));
    LocalSettings settings =
        new LocalSettings(
            directory.resolve("state"),
            isolation,
            LocalSettings.Network.HOST,
            new ProcessLimits(OptionalLong.of(500_000_000), 100, 1_000_000, 64),
            List.of(extra, Path.of("/no/such")),
            true);

    try (LocalFixture open = LocalFixture.start(settings)) {
      ManagedSandbox own = open.backend().create(LocalFixture.spec());
      assertThat(run(own, "cat " + extra + "/tool").stdout()).isEqualTo("tool");
      assertThat(run(own, "cat " + extra + "/closed").exitCode()).isEqualTo(1);
      assertThat(run(own, "echo x >" + extra + "/x").exitCode()).isNotZero();
      assertThat(run(own, "ulimit -n; ulimit -d; wc -l </proc/net/dev").stdout())
          .isEqualTo("64\n488281\n" + Files.readAllLines(Path.of("/proc/net/dev")).size() + "\n");
      assertThat(run(own, "head -c 2000000 /dev/zero >/tmp/big").exitCode()).isNotZero();
      assertThat(run(own, "cat /etc/resolv.conf").stdout())
          .isEqualTo(Files.readString(Path.of("/etc/resolv.conf")));
    }
  }

  @Test
  void lifeDoesNotDependOnTheThreadThatMadeIt() throws Exception {
    FutureTask<ManagedSandbox> making =
        new FutureTask<>(() -> fixture.backend().create(LocalFixture.spec()));
    Thread thread = new Thread(making, "short-lived");
    thread.start();
    ManagedSandbox own = making.get();
    thread.join();
    await().until(() -> !thread.isAlive());

    assertThat(run(own, "sleep 0.3; echo alive").stdout()).isEqualTo("alive\n");
    assertThat(own.lost()).isEmpty();
    own.destroy();
  }

  @Test
  void destructionRemovesFilesWhateverTheyAre() throws IOException {
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.writeString(outside.resolve("kept"), "kept");
    ManagedSandbox own = fixture.backend().create(LocalFixture.spec());
    run(
        own,
        "ln -s "
            + outside
            + " link; mkdir -p closed/in; echo x >closed/in/f; chmod 000 closed/in"
            + " closed; mkfifo pipe; touch -- -rf 'new\nline' .hidden; chmod 0 .hidden;"
            + " i=0; while [ $i -lt 600 ]; do mkdir dddddddddd && cd dddddddddd || break;"
            + " i=$((i + 1)); done");
    assertThat(sandboxDirectories()).anyMatch(path -> path.endsWith(own.id()));

    own.destroy();

    assertThat(sandboxDirectories()).noneMatch(path -> path.endsWith(own.id()));
    assertThat(outside.resolve("kept")).hasContent("kept");
  }

  @Test
  void accidentalEndRemovesFilesToo() throws IOException {
    ManagedSandbox own = fixture.backend().create(LocalFixture.spec());

    fixture.killFromOutside(own);

    await().until(() -> sandboxDirectories().stream().noneMatch(path -> path.endsWith(own.id())));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 12, 17, 23, 30})
  void creationThatTakesTooLongLeavesNothing(int millis) throws IOException {
    int before = sandboxDirectories().size();
    SandboxSpec hasty =
        new SandboxSpec(
            "hasty",
            "",
            "/workspace",
            Map.of(),
            LocalFixture.spec().resources(),
            Duration.ofMillis(millis),
            Optional.empty());
    try {
      fixture.backend().create(hasty).destroy();
    } catch (SandboxStartException e) {
      assertThat(e).hasMessageContaining("startup timeout of " + millis + " ms");
    }

    assertThat(sandboxDirectories()).hasSize(before);
    await()
        .untilAsserted(
            () ->
                assertThat(LocalFixture.processesUsing(directory))
                    .allMatch(process -> process.contains(sandbox.id())));
  }

  private List<Path> sandboxDirectories() throws IOException {
    try (Stream<Path> found =
        Files.find(
            directory.resolve("state"),
            2,
            (path, a) -> path.getFileName().toString().startsWith("sp-"))) {
      return found.toList();
    }
  }
}
