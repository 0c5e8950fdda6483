package dev.sandpool.files;

import static dev.sandpool.files.FilesContract.fails;
import static dev.sandpool.files.FilesContract.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandpool.ExecFailedException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxLostException;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.Stdin;
import dev.sandpool.local.HostShell;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to files when the way to the sandbox, or the sandbox itself, is bad. */
class ShellFilesTransportTest {

  private static final byte[] SMALL = random(10_000);
  private static final byte[] LARGE = random(1_000_000);

  private final HostShell shell = new HostShell("/usr/bin:/bin", List.of("/bin/sh"));
  private Path directory;
  private Path file;

  @BeforeEach
  void makeDirectory(@TempDir Path temporary) throws IOException {
    directory = HostShell.directory(temporary);
    file = directory.resolve("f");
  }

  @AfterEach
  void close() {
    shell.close();
  }

  @Test
  void aDamagedWriteIsRepeatedOnce() throws IOException {
    damagingInput(1).write(file.toString(), SMALL);
    assertThat(Files.readAllBytes(file)).isEqualTo(SMALL);
  }

  @Test
  void aWriteDamagedTwiceChangesNothing() throws IOException {
    good().write(file.toString(), "old");
    fails(Reason.CORRUPTED, "f", () -> damagingInput(2).write(file.toString(), SMALL))
        .hasMessageContaining("9999 bytes")
        .hasMessageContaining("10000 with");
    assertThat(Files.readString(file)).isEqualTo("old");
    assertThat(names()).containsExactly("f");
  }

  @Test
  void aDamagedUploadChangesNothing() {
    InputStream source = new ByteArrayInputStream(LARGE);
    fails(Reason.CORRUPTED, "f", () -> damagingInput(1).upload(file.toString(), source));
    assertThat(names()).isEmpty();
  }

  @Test
  void aDamagedReadIsRepeatedOnce() {
    good().write(file.toString(), LARGE);
    assertThat(damagingOutput(1).readBytes(file.toString())).isEqualTo(LARGE);
    fails(Reason.CORRUPTED, "f", () -> damagingOutput(2).readBytes(file.toString()))
        .hasMessageContaining("1000000 bytes arrived");
    OutputStream target = new ByteArrayOutputStream();
    fails(Reason.CORRUPTED, "f", () -> damagingOutput(1).download(file.toString(), target));
  }

  @Test
  void aDamagedPageIsRepeatedOnce() {
    good().write(file.toString(), "a\nb\n");
    assertThat(damagingOutput(1).read(file.toString(), 0, 1).content()).isEqualTo("a\n");
    fails(Reason.CORRUPTED, "f", () -> damagingOutput(2).read(file.toString(), 0, 1));
  }

  @Test
  void aFileThatChangesMeanwhileIsReadOnceMore() throws IOException {
    good().write(file.toString(), LARGE);
    byte[] read = changingMeanwhile(1).readBytes(file.toString());
    assertThat(read).isEqualTo(Files.readAllBytes(file)).isNotEqualTo(LARGE);
    fails(Reason.CORRUPTED, "f", () -> changingMeanwhile(2).readBytes(file.toString()))
        .hasMessageContaining("changed while it was read");
  }

  @Test
  void anEditIsMadeOnWhatIsThere() throws IOException {
    good().write(file.toString(), "xxxxone");
    assertThat(changingBeforeWrites(1).edit(file.toString(), "one", "two", false)).isEqualTo(1);
    assertThat(Files.readString(file)).isEqualTo("\0\0\0\0two");
    fails(Reason.CHANGED, "f", () -> changingBeforeWrites(2).edit("" + file, "two", "x", false));
    assertThat(Files.readString(file)).endsWith("two");
    assertThat(names()).containsExactly("f");
  }

  @Test
  void aTransferThatTakesTooLongIsUndone() {
    CountDownLatch never = new CountDownLatch(1);
    SandboxFiles files = files(shell.runner()::start, Duration.ofMillis(700));
    fails(Reason.FAILED, "f", () -> files.upload(file.toString(), stuckAfter(LARGE, never)))
        .hasMessageContaining("0.7 s");
    never.countDown();
    assertThat(names()).isEmpty();
  }

  @Test
  void anInterruptStopsAndCleans() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch reached = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              InputStream source = stuckAfter(LARGE, never, reached);
              Throwable e = catchThrowable(() -> good().upload(file.toString(), source));
              assertThat(e).isInstanceOf(ExecFailedException.class);
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    caller.start();
    reached.await();
    caller.interrupt();
    assertThat(interrupted.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
    never.countDown();
    Awaitility.await().untilAsserted(() -> assertThat(names()).isEmpty());
  }

  @Test
  void aLostSandboxIsSaidToBeLost() {
    shell.runner().lost("its node went away");
    assertThatThrownBy(() -> good().write(file.toString(), SMALL))
        .isInstanceOf(SandboxLostException.class)
        .hasMessage("its node went away");
    assertThatThrownBy(() -> good().list(directory.toString()))
        .isInstanceOf(SandboxLostException.class);
  }

  @Test
  void anUnknownEndIsNoSuccess() {
    SandboxFiles files =
        files((command, sink) -> new Ended(OptionalInt.empty()), Duration.ofSeconds(60));
    fails(Reason.FAILED, "f", () -> files.write(file.toString(), SMALL));
    fails(Reason.FAILED, "f", () -> files.readBytes(file.toString()));
    fails(Reason.FAILED, "f", () -> files.list(file.toString()));
  }

  @Test
  void aFullDiskIsSaidToBeFull() throws Exception {
    Assumptions.assumeTrue(HostShell.isRoot(), "only root can mount a small disk");
    Path disk = Files.createDirectory(directory.resolve("disk"));
    Assumptions.assumeTrue(run("mount", "-t", "tmpfs", "-osize=512k,mode=777", "t", "" + disk));
    try {
      String path = disk.resolve("f").toString();
      good().write(path, "old");
      fails(Reason.NO_SPACE, "f", () -> good().write(path, LARGE));
      InputStream source = new ByteArrayInputStream(LARGE);
      fails(Reason.NO_SPACE, "f", () -> good().upload(path, source));
      fails(Reason.NO_SPACE, "f", () -> good().upload(path, new Endless()));
      assertThat(good().read(path)).isEqualTo("old");
      assertThat(good().list(disk.toString())).hasSize(1);
    } finally {
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  /** What never ends; whoever reads on in spite of a failure would not come back. */
  private static final class Endless extends InputStream {
    @Override
    public int read() {
      return 'x';
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      Arrays.fill(buffer, offset, offset + length, (byte) 'x');
      return length;
    }
  }

  private SandboxFiles good() {
    return files(shell.runner()::start, Duration.ofSeconds(60));
  }

  private static SandboxFiles files(
      BiFunction<ShellCommand, ByteSink, RunningCommand> start, Duration timeout) {
    return new ShellFiles(start, "/", timeout);
  }

  /** Loses the last byte of the input, some times. */
  private SandboxFiles damagingInput(int times) {
    AtomicInteger left = new AtomicInteger(times);
    return files(
        (command, sink) ->
            shell
                .runner()
                .start(
                    command.stdin().isPresent() && left.getAndDecrement() > 0
                        ? shortened(command)
                        : command,
                    sink),
        Duration.ofSeconds(60));
  }

  private static ShellCommand shortened(ShellCommand command) {
    try {
      byte[] all = command.stdin().orElseThrow().source().readAllBytes();
      return new ShellCommand(
          command.script(),
          command.directory(),
          command.environment(),
          Optional.of(Stdin.of(Arrays.copyOf(all, all.length - 1))),
          command.timeout());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes a byte of the output, some times. */
  private SandboxFiles damagingOutput(int times) {
    AtomicInteger left = new AtomicInteger(times);
    return tapped(
        bytes -> {
          if (left.getAndDecrement() > 0) {
            bytes[0] ^= 1;
          }
        });
  }

  /** Overwrites the file's beginning after it was read, some times. */
  private SandboxFiles changingMeanwhile(int times) {
    AtomicInteger left = new AtomicInteger(times);
    return tapped(
        bytes -> {
          if (left.getAndDecrement() > 0) {
            overwrite(left.get());
          }
        });
  }

  /** Overwrites the file's beginning before commands that write it, some times. */
  private SandboxFiles changingBeforeWrites(int times) {
    AtomicInteger left = new AtomicInteger(times);
    return files(
        (command, sink) -> {
          if (command.stdin().isPresent() && left.getAndDecrement() > 0) {
            overwrite(left.get());
          }
          return shell.runner().start(command, sink);
        },
        Duration.ofSeconds(60));
  }

  private void overwrite(int number) {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.writeInt(number);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Shows the first chunk of each command's output. */
  private SandboxFiles tapped(Consumer<byte[]> tap) {
    return files(
        (command, sink) -> {
          AtomicInteger chunks = new AtomicInteger();
          return shell
              .runner()
              .start(
                  command,
                  (stream, bytes) -> {
                    if (stream == Stream.STDOUT && chunks.getAndIncrement() == 0) {
                      tap.accept(bytes);
                    }
                    sink.accept(stream, bytes);
                  });
        },
        Duration.ofSeconds(60));
  }

  private static InputStream stuckAfter(byte[] bytes, CountDownLatch never) {
    return stuckAfter(bytes, never, new CountDownLatch(1));
  }

  private static InputStream stuckAfter(
      byte[] bytes, CountDownLatch never, CountDownLatch reached) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] buffer, int offset, int length) {
        int n = super.read(buffer, offset, length);
        if (n < 0) {
          reached.countDown();
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
        return n;
      }
    };
  }

  private List<String> names() {
    try (java.util.stream.Stream<Path> entries = Files.list(directory)) {
      return entries.map(path -> path.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean run(String... argv) throws IOException, InterruptedException {
    return new ProcessBuilder(argv).start().waitFor() == 0;
  }

  /** A command that ended at once. */
  private record Ended(OptionalInt exitCode) implements RunningCommand {
    @Override
    public CompletableFuture<CommandEnd> end() {
      return CompletableFuture.completedFuture(
          new CommandEnd(exitCode, false, false, Duration.ZERO));
    }

    @Override
    public void cancel() {}
  }
}
