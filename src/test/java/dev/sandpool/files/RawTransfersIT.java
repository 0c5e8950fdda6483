package dev.sandpool.files;

import static dev.sandpool.backend.TestCommand.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.SandboxFiles;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.testcluster.TestCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfers that failed in public elsewhere, with the inputs given there, and large ones. */
class RawTransfersIT {

  private static final Duration BOUND = Duration.ofMinutes(5);

  private static TestCluster test;
  private static ExecThreads threads;
  private static RawBackend backend;
  private static ManagedSandbox sandbox;
  private static SandboxFiles files;

  @BeforeAll
  static void open() {
    test = TestCluster.open("transfers");
    threads = ExecThreads.create();
    backend = new RawBackend(RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT);
    sandbox = backend.create(RawSandboxes.spec());
    files = new ShellFiles(sandbox::start, "/", BOUND);
  }

  @AfterAll
  static void close() {
    if (test != null) {
      backend.close();
      threads.close();
      test.close();
    }
  }

  /** kubernetes/kubernetes 112834 and fabric8io/kubernetes-client 4910: lost bytes of stdin. */
  @Test
  void everyOneOfTwoHundredUploadsIsWhole() throws Exception {
    byte[] content = FilesContract.random(16_385);
    ExecutorService callers = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> uploads =
          IntStream.range(0, 200)
              .<Future<?>>mapToObj(
                  i -> callers.submit(() -> files.write("/workspace/lost/" + i, content)))
              .toList();
      for (Future<?> upload : uploads) {
        upload.get(5, TimeUnit.MINUTES);
      }
    } finally {
      callers.shutdownNow();
    }
    assertThat(run(sandbox, "cd lost; sha256sum * | cut -d' ' -f1 | uniq -c").stdout().strip())
        .isEqualTo("200 " + Digest.of(content).hex());
  }

  /** kubernetes-client/java 1822 and 1785: hangs and partial files; fabric8 6212: an empty one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 4095, 4096, 4097, 1 << 20, 100 << 20})
  void uploadsOfAnySizeEndWhole(int size) throws IOException {
    DigestOutput got = new DigestOutput(OutputStream.nullOutputStream());

    assertThat(files.upload("/workspace/sized", TestStreams.generated(size))).isEqualTo(size);
    assertThat(files.download("/workspace/sized", got)).isEqualTo(size);

    DigestOutput expected = new DigestOutput(OutputStream.nullOutputStream());
    TestStreams.generated(size).transferTo(expected);
    assertThat(got.digest().hex()).isEqualTo(expected.digest().hex());
    assertThat(run(sandbox, "ls -A | grep -c '^[.]sandpool'").stdout()).isEqualTo("0\n");
  }

  /** kubernetes-client/java 1107 and 1127: an image without the tools failed in silence. */
  @Test
  void imageWithoutToolsIsSaidToBeUnsupported() {
    run(sandbox, "mkdir -p bin; ln -sf /bin/sh bin/sh");
    SandboxFiles bare =
        new ShellFiles(
            (command, sink) -> sandbox.start(withPath(command, "/workspace/bin"), sink),
            "/",
            BOUND);

    FilesContract.fails(
            Reason.UNSUPPORTED_IMAGE, "/workspace/x", () -> bare.write("/workspace/x", "x"))
        .hasMessageContaining("coreutils");
    FilesContract.fails(
        Reason.UNSUPPORTED_IMAGE, "/etc/passwd", () -> bare.readBytes("/etc/passwd"));
    FilesContract.fails(Reason.UNSUPPORTED_IMAGE, "/", () -> bare.list("/"));
    assertThat(run(sandbox, "ls x").exitCode()).isNotEqualTo(0);
  }

  /** 1 GiB with {@code -Dsandpool.it.large-mebibytes=1024}; four times the heap proves as much. */
  @Test
  void largeFilesPassThroughASmallHeap() throws Exception {
    long size = Long.getLong("sandpool.it.large-mebibytes", 256) << 20;
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                LargeTransferMain.class.getName(),
                Long.toString(size))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), UTF_8);
    System.out.print(said);
    assertThat(jvm.waitFor()).as(said).isZero();
    assertThat(said).startsWith(size + " bytes");
  }

  private static ShellCommand withPath(ShellCommand command, String path) {
    Map<String, String> environment = new HashMap<>(command.environment());
    environment.put("PATH", path);
    return new ShellCommand(
        command.script(), command.directory(), environment, command.stdin(), command.timeout());
  }
}
