package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.claim.runtime.LegacyProcess.Input;
import dev.sandpool.kubernetes.claim.runtime.LegacyReply.Output;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A channel over calls that end: one asks for output, again and again, and takes input along.
 *
 * <p>One thread asks, {@linkplain LegacyPace when it is time}, and hands on. Input that comes while
 * it asks goes in a call of its own, on the writer's thread. A call for output waits in the sandbox
 * for a second at most, since a runtime has few threads, and old ones a single one; where several
 * channels ask, shorter, and with pauses. Not asking holds the process back.
 */
final class LegacyChannel implements Channel {

  private static final Logger LOG = Logger.getLogger(LegacyChannel.class.getName());

  /** In base64 within the 128 KiB that one argument may have. */
  private static final int MOST_IN_A_CALL = 48 * 1024;

  /** How much input may be on its way: so many calls' worth. */
  private static final int AHEAD = 3;

  /** How often to look for output: for about that time, ever slower. */
  private static final int A_SECOND = 37;

  private static final int A_TENTH = 20;

  /** How many channels may occupy the runtime at a time. */
  private static final int FEW = 2;

  /** For each of those that ask at the same time. */
  private static final Duration PAUSE = Duration.ofMillis(40);

  private static final Duration START_PATIENCE = Duration.ofSeconds(25);

  private final LegacyProcess process;
  private final ChannelListener listener;
  private final ExecThreads threads;
  private final OpenCalls calls = new OpenCalls();
  private final LegacyPace pace = new LegacyPace();
  private final Object writing = new Object();
  private final LegacyCrowd crowd;
  private Future<?> signs;

  private boolean exited;
  private int written;
  private int stdout;
  private int stderr;

  private LegacyChannel(
      LegacyExecute execute, LegacyCrowd crowd, ChannelListener listener, ExecThreads threads) {
    this.crowd = crowd;
    this.listener = listener;
    this.threads = threads;
    process = new LegacyProcess(execute, calls);
  }

  /**
   * Starts a process. Returns at once.
   *
   * @param crowd the channels of the sandbox
   */
  static LegacyChannel open(
      LegacyExecute execute,
      LegacyCrowd crowd,
      List<String> argv,
      ChannelListener listener,
      ExecThreads threads) {
    LegacyChannel channel = new LegacyChannel(execute, crowd, listener, threads);
    crowd.joined(channel);
    try {
      channel.signs =
          threads
              .timer()
              .scheduleWithFixedDelay(
                  channel::signOfLife,
                  LegacyPace.SIGN_OF_LIFE.toMillis(),
                  LegacyPace.SIGN_OF_LIFE.toMillis(),
                  TimeUnit.MILLISECONDS);
      threads.blocking().execute(() -> channel.serve(argv));
    } catch (RejectedExecutionException e) {
      channel.end(ChannelEnd.broken(new IOException("Sandpool is shutting down", e)));
    }
    return channel;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    synchronized (writing) {
      for (int from = offset; from < offset + length; from += MOST_IN_A_CALL) {
        int to = Math.min(offset + length, from + MOST_IN_A_CALL);
        pass(Arrays.copyOfRange(bytes, from, to));
      }
    }
  }

  @Override
  public boolean canEndInput() {
    return true;
  }

  @Override
  public void endInput() throws IOException {
    synchronized (writing) {
      pass(new byte[0]);
    }
  }

  @Override
  public void expectNothing() {
    pace.expectNothing();
  }

  @Override
  public void close() {
    end(ChannelEnd.unknown());
    calls.cancel();
  }

  private void serve(List<String> argv) {
    try {
      LegacyReply reply = process.start(argv, START_PATIENCE);
      while (!pace.isOver() && !handOn(reply)) {
        Optional<LegacyReply> next = ask();
        if (next.isEmpty()) {
          break;
        }
        reply = next.get();
      }
    } catch (IOException e) {
      end(ChannelEnd.broken(e));
    } finally {
      leave();
    }
  }

  /** Tells the listener; returns whether that was all. */
  private boolean handOn(LegacyReply reply) throws IOException {
    pace.looked();
    for (Output output : reply.outputs()) {
      handOn(output);
    }
    if (!reply.state().exited()) {
      return false;
    }
    // A child that lives on may hold the streams for ever; nothing came from it for a second.
    boolean silent = exited && reply.outputs().isEmpty();
    if (!silent && !reply.state().isAll(stdout, stderr)) {
      exited = true;
      pace.expectOutput();
      return false;
    }
    if (reply.state().isUnknown()) {
      crowd.suspect(this);
    }
    end(reply.state().end());
    return true;
  }

  /** Asks at once whether the process is still there. */
  void lookNow() {
    pace.lookNow();
  }

  /** Waits until that is known, or for as long as it is worth. */
  void awaitLook() {
    pace.awaitLook();
  }

  private void handOn(Output output) throws IOException {
    boolean first = output.stream() == Stream.STDOUT;
    if (output.number() <= (first ? stdout : stderr)) {
      throw new IOException("output " + output.number() + " of the process came out of turn");
    }
    if (pace.isOver()) {
      return;
    }
    if (first) {
      listener.onStdout(output.bytes());
      stdout = output.number();
    } else {
      listener.onStderr(output.bytes());
      stderr = output.number();
    }
  }

  /** Asks for what is new, when the time has come; empty when the channel is over. */
  private Optional<LegacyReply> ask() throws IOException {
    Optional<LegacyPace.Turn> turn = pace.next();
    return turn.isEmpty() ? Optional.empty() : Optional.of(ask(turn.get()));
  }

  private LegacyReply ask(LegacyPace.Turn turn) throws IOException {
    int asked = crowd.asks();
    boolean crowded = asked > FEW;
    Duration pause = Duration.ZERO;
    try {
      LegacyReply reply =
          turn.look()
              ? process.look(stdout, stderr)
              : process.out(turn.input(), stdout, stderr, crowded ? A_TENTH : A_SECOND);
      if (crowded && reply.outputs().isEmpty()) {
        pause = PAUSE.multipliedBy(asked);
      }
      return reply;
    } finally {
      crowd.asked();
      pace.asked(pause);
    }
  }

  private void pass(byte[] bytes) throws IOException {
    Input input = Input.of(++written, bytes);
    if (pace.takeAlong(input)) {
      return;
    }
    LegacyReply reply = process.in(input);
    while (reply.passed() < input.number() - AHEAD) {
      if (reply.state().exited()) {
        throw new IOException("the process has ended");
      }
      pace.requireOpen();
      reply = process.in(input.arrived());
    }
    pace.spoke();
  }

  /** A listener that takes its time must not look like one that is gone. */
  private void signOfLife() {
    if (pace.isSilent()) {
      threads.blocking().execute(this::touch);
    }
  }

  private void touch() {
    try {
      process.in(Input.NONE);
    } catch (IOException e) {
      LOG.log(Level.FINE, "The sandbox was not told that its process is still wanted", e);
    }
  }

  private void leave() {
    try {
      process.leave();
    } catch (IOException e) {
      // What is left of it goes when nobody asks for it, or with the sandbox.
      LOG.log(Level.FINE, "The sandbox was not told that its process is no longer wanted", e);
    }
  }

  private void end(ChannelEnd how) {
    if (!pace.end()) {
      return;
    }
    crowd.left(this);
    if (signs != null) {
      signs.cancel(false);
    }
    listener.onEnd(how);
  }
}
