package dev.sandpool.langchain4j;

import dev.sandpool.ExecResult;

/** What a model is told of a command that ended. */
final class CommandAnswer {

  private CommandAnswer() {}

  /** The output, and after it in brackets what is worth knowing beside it. */
  static String of(ExecResult result) {
    StringBuilder text = new StringBuilder(result.output());
    if (result.truncated()) {
      remark(
          text,
          result.droppedBytes()
              + " more bytes of output were left out; write it to a file and read that in parts");
    }
    if (result.oomKilled()) {
      remark(text, "a process was killed for want of memory; use less");
    }
    if (result.timedOut()) {
      remark(
          text,
          "time ran out after "
              + result.duration().toSeconds()
              + " s and the command was killed; give it more, or run it in the background");
    } else {
      exit(text, result);
    }
    return text.isEmpty() ? "[no output]" : text.toString();
  }

  private static void exit(StringBuilder text, ExecResult result) {
    if (result.exitCode().isEmpty()) {
      remark(text, "how the command ended is not known; look before running it again");
    } else if (!result.succeeded()) {
      remark(
          text,
          "exit code "
              + result.exitCode().getAsInt()
              + result.signal().map(name -> ", signal " + name).orElse(""));
    }
  }

  private static void remark(StringBuilder text, String remark) {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
    text.append('[').append(remark).append(']');
  }
}
