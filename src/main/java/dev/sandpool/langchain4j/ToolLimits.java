package dev.sandpool.langchain4j;

import dev.sandpool.InvalidValueException;

/**
 * How much of an answer a tool gives to the model. The rest is left out, and the answer says how to
 * get at it.
 *
 * @param outputBytes of a command's output, and of a page of a file; 30,000 unless given
 * @param lines of a page of a file; 2,000 unless given
 * @param matches of a search, and entries of a directory; 200 unless given
 */
public record ToolLimits(int outputBytes, int lines, int matches) {

  /** The defaults. */
  public static final ToolLimits DEFAULT = new ToolLimits(30_000, 2_000, 200);

  /**
   * Checks them.
   *
   * @throws InvalidValueException if one is less than 1
   */
  public ToolLimits {
    requirePositive("outputBytes", outputBytes);
    requirePositive("lines", lines);
    requirePositive("matches", matches);
  }

  private static void requirePositive(String field, int value) {
    if (value < 1) {
      throw new InvalidValueException(field, value, "give 1 or more");
    }
  }
}
