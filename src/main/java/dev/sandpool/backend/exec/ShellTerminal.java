package dev.sandpool.backend.exec;

import dev.sandpool.ExecFailedException;
import dev.sandpool.InvalidValueException;
import dev.sandpool.NotSupportedException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.TerminalSize;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One terminal, from its opening to its end: by its program, by whoever has it, by a broken
 * connection, or with the sandbox.
 */
final class ShellTerminal implements Terminal, ChannelListener {

  private static final Logger LOG = System.getLogger(ShellTerminal.class.getName());
  private static final String GREETING = "sandpool ";
  private static final String LACKS = "lacks ";
  private static final int PIECE = 32 * 1024;
  private static final Duration A_MOMENT = Duration.ofSeconds(1);

  /** From here on it may have been the kernel that ended everything, and not only the program. */
  private static final int BY_SIGNAL = 128;

  private final TerminalListener listener;
  private final Terminals terminals;
  private final TerminalAnswer answer = new TerminalAnswer();
  private final CompletableFuture<OptionalInt> over = new CompletableFuture<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final Object typing = new Object();
  private volatile TerminalChannel channel;
  private volatile int session;
  private boolean deaf;

  ShellTerminal(TerminalListener listener, Terminals terminals) {
    this.listener = listener;
    this.terminals = terminals;
  }

  /** Ends when it does. */
  CompletableFuture<OptionalInt> over() {
    return over;
  }

  /** Sends the request, and waits until the program has begun. */
  void start(TerminalChannel opened, TerminalCommand command) {
    channel = opened;
    session = parse(await(answer.hello()));
    byte[] frame = RequestFrame.encode(command);
    try {
      opened.write(frame, 0, frame.length);
    } catch (IOException e) {
      // The program may have ended before the word that its input arrived; the answer tells.
      LOG.log(Level.DEBUG, "A terminal's request", e);
    }
    String said = await(answer.begun());
    if (said.equals("cd")) {
      throw new InvalidValueException(
          "workingDirectory",
          command.directory(),
          "the sandbox has no such directory, or may not enter it; make it first");
    }
    if (!said.equals("begun")) {
      throw notStarted("/bin/sh in the sandbox said '" + said + "'", null);
    }
  }

  /** It was not started; nothing of it stays. */
  RuntimeException failed(RuntimeException error) {
    over.completeExceptionally(error);
    close();
    return error;
  }

  void lost(String reason) {
    over.completeExceptionally(new SandboxLostException(reason));
    answer.fail(new SandboxLostException(reason));
    drop();
  }

  @Override
  public void write(byte[] bytes) {
    synchronized (typing) {
      requireOpen();
      try {
        for (int at = 0; at < bytes.length; at += PIECE) {
          channel.write(bytes, at, Math.min(PIECE, bytes.length - at));
        }
      } catch (IOException e) {
        if (!endsInOrder()) {
          throw unreached(e.getMessage(), e);
        }
        // A program that ends without reading everything is no error.
      }
    }
  }

  @Override
  public void resize(int columns, int rows) {
    TerminalSize size = new TerminalSize(columns, rows);
    requireOpen();
    try {
      channel.resize(size, session);
    } catch (IOException e) {
      if (!endsInOrder()) {
        throw unreached(e.getMessage(), e);
      }
    }
  }

  @Override
  public CompletionStage<OptionalInt> exit() {
    return over.copy();
  }

  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    if (session == 0 || (over.isDone() && !over.isCompletedExceptionally())) {
      drop();
      over.complete(OptionalInt.empty());
      return;
    }
    terminals.inBackground(this::hangUp);
  }

  @Override
  public void onStdout(byte[] bytes) {
    byte[] shown = answer.begun().isDone() ? bytes : answer.read(bytes);
    if (shown.length == 0 || deaf) {
      return;
    }
    try {
      listener.onOutput(shown);
    } catch (RuntimeException e) {
      deaf = true;
      LOG.log(Level.WARNING, "A terminal's listener failed and is not called again", e);
    }
  }

  @Override
  public void onStderr(byte[] bytes) {
    onStdout(bytes);
  }

  @Override
  public void onEnd(ChannelEnd end) {
    answer.fail(
        end.error().orElseGet(() -> new IOException("its shell ended: " + answer.unfinished())));
    if (end.error().isEmpty() && end.exitCode().orElse(BY_SIGNAL) < BY_SIGNAL) {
      over.complete(end.exitCode());
    } else {
      terminals.inBackground(() -> settle(end));
    }
  }

  /** What ended the channel may have ended the sandbox. */
  private void settle(ChannelEnd end) {
    if (over.isDone()) {
      return;
    }
    try {
      Optional<String> reason = closing.get() ? Optional.empty() : terminals.confirmLost();
      if (reason.isPresent()) {
        over.completeExceptionally(new SandboxLostException(reason.get()));
      } else if (end.error().isEmpty() || closing.get()) {
        over.complete(end.exitCode());
      } else {
        over.completeExceptionally(
            new ExecFailedException(
                "The connection to the terminal broke (" + end.error().get().getMessage() + ")",
                end.error().get()));
        close();
      }
    } catch (RuntimeException e) {
      over.completeExceptionally(e);
    }
  }

  /** What it showed last comes another way than the word that its processes are dead. */
  private void hangUp() {
    terminals
        .hangUp(session)
        .thenCompose(done -> over.copy().orTimeout(A_MOMENT.toMillis(), TimeUnit.MILLISECONDS))
        .whenComplete(
            (code, error) -> {
              drop();
              over.complete(OptionalInt.empty());
            });
  }

  private void drop() {
    TerminalChannel current = channel;
    if (current != null) {
      current.close();
    }
  }

  private void requireOpen() {
    if (over.isDone() || closing.get()) {
      throw unreached("it has ended", null);
    }
  }

  /** Whether the program ends at this moment, of which a connection may hear in any order. */
  private boolean endsInOrder() {
    try {
      over.get(A_MOMENT.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private RuntimeException unreached(String why, IOException cause) {
    try {
      over.getNow(OptionalInt.empty());
    } catch (CompletionException e) {
      if (e.getCause() instanceof SandboxLostException lost) {
        return lost;
      }
    }
    return new ExecFailedException("The terminal cannot be reached: " + why, cause);
  }

  private int parse(String hello) {
    if (!hello.startsWith(GREETING)) {
      throw notStarted("/bin/sh in the sandbox answered with '" + hello + "'", null);
    }
    String said = hello.substring(GREETING.length());
    if (said.startsWith(LACKS)) {
      throw new NotSupportedException(
          "A terminal needs what the sandbox lacks: " + said.substring(LACKS.length()));
    }
    return Hello.parse(said)
        .map(Hello::pid)
        .orElseThrow(
            () -> notStarted("/bin/sh in the sandbox answered with '" + hello + "'", null));
  }

  private <T> T await(CompletableFuture<T> step) {
    try {
      return step.get(terminals.patience().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw notStarted("its shell did not answer in time", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SandboxLostException lost) {
        throw lost;
      }
      throw terminals
          .confirmLost()
          .<RuntimeException>map(SandboxLostException::new)
          .orElseGet(() -> notStarted(e.getCause().getMessage(), e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notStarted("interrupted", e);
    }
  }

  private static ExecFailedException notStarted(String why, Throwable cause) {
    return new ExecFailedException("The terminal was not opened: " + why, cause);
  }
}
