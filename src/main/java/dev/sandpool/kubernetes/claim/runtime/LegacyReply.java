package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.backend.exec.ChannelEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * What {@code turn.sh} says.
 *
 * @param passed number of the last input that the process got
 * @param state exit code, and numbers of outputs, as they are known
 * @param outputs what is new
 */
record LegacyReply(int passed, State state, List<Output> outputs) {

  /**
   * All that is new of a stream.
   *
   * @param number of its last piece; they count from 1
   */
  record Output(Stream stream, int number, byte[] bytes) {}

  /** Words of digits, or {@code -} for what is not known yet; {@code ?} for what never will be. */
  record State(String exit, String stdout, String stderr) {

    boolean exited() {
      return !exit.equals("-");
    }

    /** Whether nobody is left who could tell how it ended. */
    boolean isUnknown() {
      return exit.equals("?");
    }

    ChannelEnd end() {
      return isUnknown() ? ChannelEnd.unknown() : ChannelEnd.exited(Integer.parseInt(exit));
    }

    /** Whether so much output is all that there is. */
    boolean isAll(int gotStdout, int gotStderr) {
      return stdout.equals(Integer.toString(gotStdout))
          && stderr.equals(Integer.toString(gotStderr));
    }
  }

  static LegacyReply parse(String text) throws IOException {
    try {
      List<String> lines = text.lines().toList();
      String[] head = lines.get(0).split("/", -1);
      State state = new State(number(head[1]), number(head[2]), number(head[3]));
      return new LegacyReply(Integer.parseInt(head[0]), state, outputs(lines));
    } catch (RuntimeException e) {
      throw new IOException("the sandbox's runtime answered with '" + shortened(text) + "'", e);
    }
  }

  private static List<Output> outputs(List<String> lines) {
    List<Output> outputs = new ArrayList<>();
    int at = 1;
    while (at < lines.size()) {
      String[] head = lines.get(at++).split(" ", -1);
      StringBuilder base64 = new StringBuilder();
      while (at < lines.size() && lines.get(at).indexOf(' ') < 0) {
        base64.append(lines.get(at++));
      }
      Stream stream = head[0].equals("1") ? Stream.STDOUT : Stream.STDERR;
      byte[] bytes = Base64.getDecoder().decode(base64.toString());
      outputs.add(new Output(stream, Integer.parseInt(head[1]), bytes));
    }
    return outputs;
  }

  private static String number(String word) {
    if (!word.equals("-") && !word.equals("?")) {
      Integer.parseInt(word);
    }
    return word;
  }

  private static String shortened(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
