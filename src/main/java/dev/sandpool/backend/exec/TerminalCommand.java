package dev.sandpool.backend.exec;

import dev.sandpool.TerminalSize;
import java.util.HashMap;
import java.util.Map;

/**
 * A program for a terminal, with nothing left to default.
 *
 * @param script for {@code /bin/sh}, without NUL; empty for a login shell
 * @param directory where it starts, absolute; empty for the sandbox's own working directory
 * @param environment variables added to the sandbox's
 * @param size of the terminal at first
 */
public record TerminalCommand(
    String script, String directory, Map<String, String> environment, TerminalSize size) {

  /** The same in a sandbox whose commands have a directory and variables of their own. */
  public TerminalCommand within(String home, Map<String, String> variables) {
    Map<String, String> all = new HashMap<>(variables);
    all.putAll(environment);
    return new TerminalCommand(script, directory.isEmpty() ? home : directory, all, size);
  }
}
