package dev.sandpool.langchain4j;

import dev.sandpool.InvalidValueException;

/**
 * What runs code.
 *
 * @param command a shell command that reads a program from standard input and runs it
 */
public record Interpreter(String command) {

  /** Python 3. */
  public static final Interpreter PYTHON = new Interpreter("python3 -");

  /** The sandbox's shell. */
  public static final Interpreter SHELL = new Interpreter("sh -s");

  /** Node.js. */
  public static final Interpreter JAVASCRIPT = new Interpreter("node -");

  /**
   * Checks the command.
   *
   * @throws InvalidValueException if it is empty
   */
  public Interpreter {
    if (command.isBlank()) {
      throw new InvalidValueException(
          "command", command, "give a command that runs what it reads, such as 'python3 -'");
    }
  }
}
