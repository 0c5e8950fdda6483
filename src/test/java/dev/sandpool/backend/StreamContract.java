package dev.sandpool.backend;

import static dev.sandpool.backend.TestCommand.command;
import static dev.sandpool.backend.TestCommand.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.Stdin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every byte arrives, in order, on its own stream, both ways. */
interface StreamContract extends ContractSubject {

  @Test
  default void streamsAreSeparateAndExact() {
    Outcome outcome = run(shared(), "printf out; printf err >&2");

    assertThat(outcome.stdout()).isEqualTo("out");
    assertThat(outcome.stderr()).isEqualTo("err");
  }

  @Test
  default void streamsCanBeOpenedByName() {
    Outcome outcome = run(shared(), "echo out >/dev/stdout; echo err | tee /dev/stderr >/dev/null");

    assertThat(outcome.stdout()).isEqualTo("out\n");
    assertThat(outcome.stderr()).isEqualTo("err\n");
  }

  @Test
  default void silenceIsEmpty() {
    Outcome outcome = run(shared(), "true");

    assertThat(outcome.stdoutBytes()).isEmpty();
    assertThat(outcome.stderrBytes()).isEmpty();
  }

  @Test
  default void allByteValuesArrive() {
    byte[] all = new byte[256];
    IntStream.range(0, 256).forEach(i -> all[i] = (byte) i);

    assertThat(command(shared(), "cat").stdin(all).run().stdoutBytes()).isEqualTo(all);
    assertThat(command(shared(), "cat >&2").stdin(all).run().stderrBytes()).isEqualTo(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " >&2"})
  default void halvesOfACharacterArrive(String redirect) {
    Outcome outcome = run(shared(), "{ printf '\\303'; sleep .2; printf '\\251'; }" + redirect);

    assertThat(outcome.stdout() + outcome.stderr()).isEqualTo("é");
  }

  @Test
  default void outputThatLooksLikeAMarkerIsOutput() {
    String tricky = "\u001e0123456789abcdef0123456789abcdef 0\n\u001e\u001e\n\u001e";
    Outcome outcome = command(shared(), "cat; cat /dev/null").stdin(tricky.getBytes(UTF_8)).run();

    assertThat(outcome.stdout()).isEqualTo(tricky);
  }

  @Test
  default void manyLinesArriveInOrder() {
    String expected =
        IntStream.rangeClosed(1, 200_000).mapToObj(i -> i + "\n").collect(Collectors.joining());

    assertThat(run(shared(), "seq 1 200000").stdout()).isEqualTo(expected);
  }

  @Test
  default void muchOutputOnBothStreamsAtOnceIsWhole() {
    String script =
        "head -c 20000000 /dev/zero & head -c 20000000 /dev/zero | tr '\\0' e >&2; wait";
    Outcome outcome = run(shared(), script);

    assertThat(sha256(outcome.stdoutBytes())).isEqualTo(sha256(new byte[20_000_000]));
    assertThat(sha256(outcome.stderrBytes()))
        .isEqualTo(sha256("e".repeat(20_000_000).getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4095, 4096, 4097, 16_385, 65_536, 1_048_576})
  default void stdinArrivesWholeAndEnds(int length) {
    byte[] input = random(length);

    assertThat(command(shared(), "sha256sum").stdin(input).run().stdout())
        .isEqualTo(sha256(input) + "  -\n");
  }

  @Test
  default void stdinIsExactEveryTime() {
    for (int i = 0; i < 20; i++) {
      byte[] input = random(16_385);
      assertThat(command(shared(), "cat").stdin(input).run().stdoutBytes()).isEqualTo(input);
    }
  }

  @Test
  default void catEndsWithItsInput() {
    Outcome outcome = command(shared(), "cat").stdin("abc".getBytes(UTF_8)).run();

    assertThat(outcome.stdout()).isEqualTo("abc");
    assertThat(outcome.end().duration()).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  default void withoutStdinTheInputIsAtItsEnd() {
    assertThat(run(shared(), "cat; echo done").stdout()).isEqualTo("done\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "head -c 3 >/dev/null", "exec <&-"})
  default void commandMayIgnoreItsInput(String script) {
    Outcome outcome = command(shared(), script).stdin(new byte[3_000_000]).run();

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.end().duration()).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  default void brokenSourceIsNotTakenForAShortOne() {
    InputStream source =
        new SequenceInputStream(
            new ByteArrayInputStream("half".getBytes(UTF_8)),
            TestInputs.broken("the disk is gone"));

    assertThatThrownBy(
            () ->
                command(shared(), "cat >/tmp/half; echo whole >/tmp/whole")
                    .stdin(Stdin.of(source))
                    .run())
        .hasRootCauseMessage("the disk is gone");
    assertThat(run(shared(), "ls /tmp/whole").exitCode()).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 5})
  default void sourceOfAnotherLengthThanSaidIsNotTakenForAWhole(long length) {
    InputStream source = new ByteArrayInputStream("abc".getBytes(UTF_8));

    assertThatThrownBy(
            () ->
                command(shared(), "cat; sleep 9; echo >/tmp/all" + length)
                    .stdin(new Stdin(source, OptionalLong.of(length)))
                    .run())
        .hasRootCauseInstanceOf(IOException.class)
        .rootCause()
        .hasMessageContaining(length + " bytes");
    assertThat(run(shared(), "ls /tmp/all" + length).exitCode()).isNotZero();
  }

  @Test
  default void answerDoesNotWaitForASourceThatTheCommandDoesNotRead() {
    CountDownLatch release = new CountDownLatch(1);
    Stdin slow = new Stdin(TestInputs.endingAfter(release), OptionalLong.of(1_000_000));

    Outcome outcome = command(shared(), "echo done").stdin(slow).run();

    assertThat(outcome.stdout()).isEqualTo("done\n");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.end().duration()).isLessThan(Duration.ofSeconds(5));
    assertThat(run(shared(), "echo next").stdout()).isEqualTo("next\n");
    release.countDown();
  }

  @Test
  default void throwingSinkDoesNotEndTheCommand() {
    RunningCommand running =
        command(shared(), "echo a; echo b >&2; echo c; exit 3")
            .start(
                (stream, bytes) -> {
                  throw new IllegalStateException("this test's listener fails on purpose");
                });

    assertThat(TestCommand.await(running).exitCode()).hasValue(3);
  }

  @Test
  default void slowSinkHoldsTheCommandBackAndLosesNothing() {
    CountDownLatch release = new CountDownLatch(1);
    Outcome outcome = new Outcome();
    RunningCommand running =
        command(shared(), "head -c 5000000 /dev/zero")
            .start(
                (stream, bytes) -> {
                  TestInputs.awaitQuietly(release);
                  outcome.accept(stream, bytes);
                });

    assertThat(running.end()).isNotDone();
    release.countDown();
    assertThat(TestCommand.await(running).exitCode()).hasValue(0);
    assertThat(outcome.stdoutBytes()).isEqualTo(new byte[5_000_000]);
  }

  /**
   * Its own input being at its end, the supervisor may be gone long before the reader has it all.
   */
  @Test
  default void slowReaderGetsTheEndOfWhatACommandMadeOfItsInput() {
    byte[] input = random(6_000_000);
    Outcome outcome = new Outcome();
    RunningCommand running =
        command(shared(), "cat")
            .stdin(input)
            .start(
                (stream, bytes) -> {
                  outcome.accept(stream, bytes);
                  LockSupport.parkNanos(3_000_000);
                });

    assertThat(TestCommand.await(running).exitCode()).hasValue(0);
    assertThat(sha256(outcome.stdoutBytes())).isEqualTo(sha256(input));
  }

  @Test
  default void outputArrivesWhileTheCommandRuns() throws InterruptedException {
    CountDownLatch seen = new CountDownLatch(1);
    RunningCommand running =
        command(shared(), "echo early; cat >/dev/null")
            .stdin(Stdin.of(TestInputs.endingAfter(seen)))
            .start((stream, bytes) -> release(stream, seen));

    assertThat(TestCommand.await(running).exitCode()).hasValue(0);
    assertThat(seen.getCount()).isZero();
  }

  private static void release(Stream stream, CountDownLatch seen) {
    assertThat(stream).isEqualTo(Stream.STDOUT);
    seen.countDown();
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static String sha256(byte[] bytes) {
    return Checksums.sha256(bytes);
  }
}
