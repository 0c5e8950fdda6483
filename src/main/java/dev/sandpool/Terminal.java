package dev.sandpool;

import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;

/**
 * A program in a sandbox that has a terminal, such as a login shell somebody types into. Methods
 * may be called from any thread.
 *
 * <p>What it shows goes to the {@link TerminalListener} that it was opened with. It has no time
 * limit: it ends with its program, with {@link #close}, or with the sandbox.
 */
public interface Terminal extends AutoCloseable {

  /**
   * Types. Control characters do what they do on a keyboard: {@code 0x03} interrupts the foreground
   * process, {@code 0x04} at the beginning of a line ends its input. Blocks while the program does
   * not read; what several threads type at once is not mixed within one call.
   *
   * @throws ExecFailedException if the terminal has ended, or its connection broke
   */
  void write(byte[] bytes);

  /**
   * Changes its size; the foreground process hears of it by {@code SIGWINCH}. Blocks until the
   * change is on its way, which the program may see a moment later.
   *
   * @throws InvalidValueException if a number is not 1 to 65535
   * @throws ExecFailedException if the terminal has ended, or its connection broke
   */
  void resize(int columns, int rows);

  /**
   * Ends with the program: with its exit code, which is 128 and the signal's number for one that a
   * signal ended; empty where nobody said it, as after {@link #close}. Ends with {@link
   * SandboxLostException} if the sandbox ended under it, and with {@link ExecFailedException} if
   * the connection broke. All output has reached the listener by then; only sandboxd may drop the
   * last of it where the listener is slow.
   */
  CompletionStage<OptionalInt> exit();

  /**
   * Hangs up: the program and all that was started from it are told to end by {@code SIGHUP} and
   * {@code SIGTERM}, and killed after {@code sandpool.exec.kill-grace}. What made a session of its
   * own (as {@code setsid} does) lives on. Returns at once; {@link #exit} ends when that is done. A
   * second call does nothing.
   */
  @Override
  void close();
}
