package dev.sandpool.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Channels end when their process does, and let go of everything when they are closed. */
class ProcessChannelTest {

  @TempDir private Path directory;
  private Fifos fifos;
  private ThreadPoolExecutor threads;

  @BeforeEach
  void start() {
    fifos = new Fifos(directory);
    threads = (ThreadPoolExecutor) Executors.newCachedThreadPool();
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void exitCodeComesAfterAllOutput() {
    Recorder recorder = new Recorder();
    open("/usr/bin/head -c 300000 /dev/zero; printf err >&2; exit 7", recorder);

    assertThat(recorder.end()).isEqualTo(ChannelEnd.exited(7));
    assertThat(recorder.out.toByteArray()).isEqualTo(new byte[300_000]);
    assertThat(recorder.err.toString(UTF_8)).isEqualTo("err");
  }

  @Test
  void inputEnds() throws IOException {
    Recorder recorder = new Recorder();
    Channel channel = open("/bin/cat", recorder);
    channel.write("abc".getBytes(UTF_8), 0, 3);
    channel.endInput();

    assertThat(recorder.end()).isEqualTo(ChannelEnd.exited(0));
    assertThat(recorder.out.toString(UTF_8)).isEqualTo("abc");
  }

  @Test
  void environmentIsOnlyTheGivenOne() {
    Recorder recorder = new Recorder();
    open("/usr/bin/env | /usr/bin/grep -v -e ^PWD -e ^SHLVL -e ^_ -e ^PATH", recorder);

    recorder.end();
    assertThat(recorder.out.toString(UTF_8)).isEqualTo("ONLY=this\n");
  }

  @Test
  void backgroundChildHoldsNeitherTheEndNorThreads() {
    Recorder recorder = new Recorder();
    open("/usr/bin/sleep 20 & echo $!", recorder);

    assertThat(recorder.end()).isEqualTo(ChannelEnd.exited(0));
    ProcessHandle child =
        ProcessHandle.of(Long.parseLong(recorder.out.toString(UTF_8).strip())).orElseThrow();
    assertThat(child.isAlive()).isTrue();
    await().atMost(Duration.ofSeconds(2)).until(() -> threads.getActiveCount() == 0);
    child.destroyForcibly();
  }

  @Test
  void backgroundChildThatNeverStopsPrintingDoesNotHoldTheEnd() {
    Recorder recorder = new Recorder();
    open("while :; do echo y; done & exit 4", recorder);

    assertThat(recorder.end()).isEqualTo(ChannelEnd.exited(4));
    await().until(() -> threads.getActiveCount() == 0);
  }

  @Test
  void closingEndsAProcessThatReadsAndFreesThreads() {
    Recorder recorder = new Recorder();
    Channel channel = open("echo up; read -r line; exit 3", recorder);
    await().until(() -> recorder.out.size() > 0);

    channel.close();
    channel.close();

    assertThat(recorder.end()).isEqualTo(ChannelEnd.exited(3));
    await().until(() -> threads.getActiveCount() == 0);
  }

  @Test
  void closingKillsAProcessThatStays() {
    Recorder recorder = new Recorder();
    Channel channel = open("exec /usr/bin/sleep 20", recorder);

    channel.close();

    assertThat(recorder.end()).isEqualTo(ChannelEnd.exited(137));
    assertThatThrownBy(() -> channel.write(new byte[1], 0, 1)).isInstanceOf(IOException.class);
  }

  @Test
  void programThatIsMissingIsABrokenEnd() {
    Recorder recorder = new Recorder();
    ProcessChannel.start(List.of("/no/such/program"), Map.of(), fifos, recorder, threads);

    assertThat(recorder.end().error()).containsInstanceOf(IOException.class);
    assertThat(threads.getActiveCount()).isZero();
  }

  @Test
  void descriptorsAreFreed() throws IOException {
    for (int i = 0; i < 3; i++) {
      runTrue();
    }
    long before = openDescriptors();
    for (int i = 0; i < 100; i++) {
      runTrue();
    }

    await().untilAsserted(() -> assertThat(openDescriptors()).isLessThanOrEqualTo(before + 8));
  }

  private void runTrue() {
    Recorder recorder = new Recorder();
    Channel channel = open("exit 0", recorder);
    recorder.end();
    channel.close();
  }

  private static long openDescriptors() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.count();
    }
  }

  private Channel open(String script, ChannelListener listener) {
    return ProcessChannel.start(
        List.of("/bin/sh", "-c", script), Map.of("ONLY", "this"), fifos, listener, threads);
  }

  /** Keeps what a channel says. */
  private static final class Recorder implements ChannelListener {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CompletableFuture<ChannelEnd> end = new CompletableFuture<>();

    @Override
    public void onStdout(byte[] bytes) {
      out.writeBytes(bytes);
    }

    @Override
    public void onStderr(byte[] bytes) {
      err.writeBytes(bytes);
    }

    @Override
    public void onEnd(ChannelEnd how) {
      assertThat(end.complete(how)).as("the first end").isTrue();
    }

    ChannelEnd end() {
      return end.orTimeout(5, TimeUnit.SECONDS).join();
    }
  }
}
