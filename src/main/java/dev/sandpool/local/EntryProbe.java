package dev.sandpool.local;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tries whether a sandbox can be entered. */
final class EntryProbe {

  private static final int PATIENCE_SECONDS = 5;

  private EntryProbe() {}

  /** Blocks for milliseconds, at most 5 seconds. */
  static boolean run(List<String> enter) {
    List<String> command = new ArrayList<>(enter);
    command.addAll(List.of("/bin/sh", "-c", ":"));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD);
    builder.environment().clear();
    try {
      Process process = builder.start();
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      return ended && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
