package dev.sandpool.backend.exec;

import dev.sandpool.ExecFailedException;
import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxLostException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One command from start to end.
 *
 * <p>It ends once, by whichever comes first: the supervisor's marker, the end of the channel, its
 * timeout (after the process group was killed), a cancellation, or the loss of the sandbox.
 */
final class ShellRun implements RunningCommand {

  /** A command that takes longer keeps its channel for so long that the next may need another. */
  private static final long LONG_MILLIS = 100;

  /** What the supervisor says behind an exit code. */
  private static final String OOM = " oom";

  private final ShellCommand command;
  private final ByteSink sink;
  private final ShellRunner runner;
  private final long startedAt = System.nanoTime();
  private final CompletableFuture<CommandEnd> end = new CompletableFuture<>();
  private volatile ShellSession session;
  private volatile CompletableFuture<Turn.Outcome> over = new CompletableFuture<>();
  private volatile boolean givenBack;
  private volatile boolean timedOut;
  private volatile boolean cancelled;
  private boolean sent;
  private volatile Optional<Throwable> inputFailure = Optional.empty();

  ShellRun(ShellCommand command, ByteSink sink, ShellRunner runner) {
    this.command = command;
    this.sink = sink;
    this.runner = runner;
  }

  @Override
  public CompletableFuture<CommandEnd> end() {
    return end;
  }

  @Override
  public void cancel() {
    cancelled = true;
    stop();
  }

  void begin() {
    open(true);
    Future<?> timeout = after(command.timeout().toMillis(), this::expire);
    Future<?> next = after(LONG_MILLIS, runner::prepareNext);
    end.whenComplete(
        (result, error) -> {
          timeout.cancel(false);
          next.cancel(false);
          if (!givenBack) {
            session.close();
            runner.prepareNext();
          }
        });
  }

  private Future<?> after(long millis, Runnable task) {
    return runner.timer().schedule(task, millis, TimeUnit.MILLISECONDS);
  }

  void fail(RuntimeException error) {
    end.completeExceptionally(error);
  }

  /**
   * A channel that breaks before the command was sent has run nothing: one more may be tried. A new
   * one then: where many commands run at once, the one that waits now may be as unwilling.
   */
  private void open(boolean mayRetry) {
    session = mayRetry ? runner.take() : runner.open();
    ShellSession current = session;
    runner
        .within(current.ready())
        .whenComplete(
            (pid, error) -> {
              if (error == null) {
                send(current);
              } else if (mayRetry && !end.isDone()) {
                current.close();
                inBackground(() -> open(false));
              } else {
                inBackground(() -> failedToOpen(error));
              }
            });
  }

  private void send(ShellSession current) {
    if (end.isDone()) {
      current.close();
      return;
    }
    if (!mayStart()) {
      finishStopped();
      return;
    }
    try {
      over = current.send(command, sink);
    } catch (IllegalStateException e) {
      fail(new ExecFailedException("The command was not started: " + e.getMessage(), e));
      return;
    } catch (IOException e) {
      inBackground(() -> broke(e));
      return;
    }
    over.whenComplete((outcome, error) -> inBackgroundIfUnclear(outcome));
    command.stdin().ifPresent(stdin -> inBackground(() -> feed(current, stdin)));
  }

  /** Either this comes before the stop, which then kills, or the command is never sent. */
  private synchronized boolean mayStart() {
    sent = !cancelled && !timedOut;
    return sent;
  }

  private synchronized boolean wasSent() {
    return sent;
  }

  private void feed(ShellSession current, Stdin stdin) {
    try {
      current.feed(stdin);
    } catch (IOException | RuntimeException e) {
      // The source failed, not the sandbox: the command must not take half an input for a whole.
      inputFailure = Optional.of(e);
      stop();
    }
  }

  private void expire() {
    timedOut = true;
    stop();
  }

  private void stop() {
    if (!wasSent()) {
      finishStopped();
      return;
    }
    ShellSession current = session;
    inBackground(
        () ->
            runner
                .kill(current.group())
                // What it printed last comes another way than the word that it is dead.
                .thenCompose(done -> over.copy().orTimeout(1, TimeUnit.SECONDS))
                .whenComplete((done, error) -> finishStopped()));
  }

  private void finishStopped() {
    if (inputFailure.isPresent()) {
      end.completeExceptionally(new CompletionException(inputFailure.get()));
    } else if (cancelled) {
      end.completeExceptionally(new CancellationException("the command was cancelled"));
    } else {
      end.complete(new CommandEnd(OptionalInt.empty(), true, false, duration()));
    }
  }

  /** The common end needs no thread; anything else may ask the cluster, which blocks. */
  private void inBackgroundIfUnclear(Turn.Outcome outcome) {
    if (timedOut || cancelled || inputFailure.isPresent()) {
      finishStopped();
    } else if (outcome.status().isPresent()) {
      finish(outcome.status().get());
    } else {
      inBackground(() -> ended(outcome.end()));
    }
  }

  private void finish(String status) {
    givenBack = true;
    runner.giveBack(session);
    if (status.equals("cd")) {
      fail(
          new InvalidValueException(
              "workingDirectory",
              command.directory(),
              "the sandbox has no such directory, or may not enter it; make it first"));
      return;
    }
    boolean oomKilled = status.endsWith(OOM);
    String code = oomKilled ? status.substring(0, status.length() - OOM.length()) : status;
    end.complete(new CommandEnd(exitCode(code), false, oomKilled, duration()));
  }

  /** A forged status leaves the forger's own command with none. */
  private static OptionalInt exitCode(String status) {
    try {
      return OptionalInt.of(Integer.parseInt(status));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  /** The supervisor itself went: killed by the command, or with the whole sandbox. */
  private void ended(ChannelEnd channelEnd) {
    if (channelEnd.error().isPresent()) {
      broke(channelEnd.error().get());
      return;
    }
    Optional<String> lost = runner.confirmLost();
    if (lost.isPresent()) {
      fail(new SandboxLostException(lost.get()));
      return;
    }
    OptionalInt code = withoutSuccess(channelEnd.exitCode());
    if (code.isEmpty()) {
      runner.kill(session.group());
    }
    end.complete(new CommandEnd(code, false, false, duration()));
  }

  /**
   * A supervisor that ended well has said so on both streams before. Where that did not arrive,
   * output is missing, and who knows what else: its 0 is not the command's.
   */
  private static OptionalInt withoutSuccess(OptionalInt code) {
    return code.equals(OptionalInt.of(0)) ? OptionalInt.empty() : code;
  }

  private void broke(Throwable error) {
    Optional<String> lost = runner.confirmLost();
    if (lost.isPresent()) {
      fail(new SandboxLostException(lost.get(), error));
      return;
    }
    runner.kill(session.group());
    fail(
        new ExecFailedException(
            "The connection to the sandbox broke while the command ran ("
                + error.getMessage()
                + "). The command was told to stop, but may have had effects: check before you"
                + " repeat it.",
            error));
  }

  private void failedToOpen(Throwable error) {
    Optional<String> lost = runner.confirmLost();
    if (lost.isPresent()) {
      fail(new SandboxLostException(lost.get(), error));
      return;
    }
    String why =
        error instanceof TimeoutException ? "its shell did not answer in time" : error.getMessage();
    fail(
        new ExecFailedException(
            "The command was not started: " + why + ". It is safe to try again.", error));
  }

  private Duration duration() {
    return Duration.ofNanos(System.nanoTime() - startedAt);
  }

  private void inBackground(Runnable task) {
    try {
      runner.blocking().execute(() -> orFail(task));
    } catch (RejectedExecutionException e) {
      fail(new ExecFailedException("Sandpool is shutting down", e));
    }
  }

  /** Nobody hears what a task in the background throws, and the command would never end. */
  private void orFail(Runnable task) {
    try {
      task.run();
    } catch (SandboxException e) {
      fail(e);
    } catch (RuntimeException e) {
      fail(
          new ExecFailedException(
              "How the command ended is not known ("
                  + e
                  + "). It may have had effects: check before you repeat it.",
              e));
    }
  }
}
