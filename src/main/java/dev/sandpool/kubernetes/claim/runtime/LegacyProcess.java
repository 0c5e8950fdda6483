package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.backend.exec.Scripts;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp.CallHolder;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * The calls about one process that outlives them. Each may be made twice: the directory says
 * whether it was started, inputs and outputs have numbers.
 */
final class LegacyProcess {

  private static final String START = Scripts.load(LegacyProcess.class, "start.sh");
  private static final String LEAD = Scripts.load(LegacyProcess.class, "lead.sh");
  private static final String TURN = Scripts.load(LegacyProcess.class, "turn.sh");

  /** Who looks after the process clears up; where it was killed, we do. */
  private static final String LEAVE =
      "{ read -r p <\"$0/lead\" && [ -e \"/proc/$p/exe\" ] && kill -TERM \"$p\"; } || rm -rf \"$0\"";

  private static final SecureRandom RANDOM = new SecureRandom();

  /** How often to look for output: at once, or for about a second, ever slower. */
  private static final int ONCE = 0;

  private static final int A_SECOND = 37;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** How long the sandbox keeps a process that nobody asks for. */
  private static final Duration ABANDONED = Duration.ofSeconds(90);

  private final LegacyExecute execute;
  private final CallHolder calls;
  private final Duration abandoned;
  private final String directory;

  LegacyProcess(LegacyExecute execute, CallHolder calls) {
    this(execute, calls, ABANDONED);
  }

  LegacyProcess(LegacyExecute execute, CallHolder calls, Duration abandoned) {
    this.execute = execute;
    this.calls = calls;
    this.abandoned = abandoned;
    byte[] name = new byte[12];
    RANDOM.nextBytes(name);
    directory = "/tmp/.sandpool-channel-" + HexFormat.of().formatHex(name);
  }

  /**
   * Starts it, and waits for its first output. This is not cut short when the channel closes: half
   * a start cannot be told to leave.
   */
  LegacyReply start(List<String> argv, Duration patience) throws IOException {
    List<String> words = new ArrayList<>(List.of("sh", "-c", START, "sh", directory, LEAD, TURN));
    words.add(Integer.toString(A_SECOND));
    words.add(Long.toString(abandoned.toSeconds()));
    words.addAll(argv);
    return LegacyReply.parse(execute.run(words, patience, call -> true));
  }

  /**
   * Takes output that is new, and waits for some.
   *
   * @param input passed on besides
   * @param stdout how much was had of it
   * @param looks how often to look for some
   */
  LegacyReply out(Input input, int stdout, int stderr, int looks) throws IOException {
    return turn("out", input, stdout, stderr, looks);
  }

  /** Looks whether it is still there, and tells it that we are. */
  LegacyReply look(int stdout, int stderr) throws IOException {
    return turn("out", Input.NONE, stdout, stderr, ONCE);
  }

  /** Passes input on, and waits until there is room for more. */
  LegacyReply in(Input input) throws IOException {
    return turn("in", input, 0, 0, A_SECOND);
  }

  /** Ends its input and lets go of it; nothing of it stays. */
  void leave() throws IOException {
    List<String> words = List.of("sh", "-c", LEAVE, directory);
    execute.run(words, Duration.ofSeconds(5), call -> true);
  }

  private LegacyReply turn(String what, Input input, int stdout, int stderr, int looks)
      throws IOException {
    List<String> words =
        List.of(
            "sh",
            directory + "/turn",
            what,
            Integer.toString(input.number()),
            input.base64(),
            Integer.toString(stdout),
            Integer.toString(stderr),
            Integer.toString(looks));
    return LegacyReply.parse(execute.run(words, PATIENCE, calls));
  }

  /**
   * A piece of input.
   *
   * @param number from 1; 0 is none
   * @param base64 its bytes; {@code -} is the end
   */
  record Input(int number, String base64) {

    static final Input NONE = new Input(0, "-");

    /** The same again, once it has arrived. */
    Input arrived() {
      return new Input(number, "-");
    }

    static Input of(int number, byte[] bytes) {
      return new Input(number, bytes.length == 0 ? "-" : Base64.getEncoder().encodeToString(bytes));
    }
  }
}
