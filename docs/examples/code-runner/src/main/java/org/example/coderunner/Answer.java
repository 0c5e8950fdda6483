package org.example.coderunner;

import dev.sandpool.ExecResult;

/**
 * What became of some code.
 *
 * @param output what it printed
 * @param exitCode how it ended; null when it was stopped or nobody knows
 * @param timedOut whether it was stopped
 */
public record Answer(String output, Integer exitCode, boolean timedOut) {

  static Answer of(ExecResult result) {
    Integer exitCode = result.exitCode().isPresent() ? result.exitCode().getAsInt() : null;
    return new Answer(result.output(), exitCode, result.timedOut());
  }
}
