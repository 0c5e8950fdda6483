package dev.sandpool;

/**
 * How much a terminal shows.
 *
 * @param columns characters in a line, 1 to 65535
 * @param rows lines, 1 to 65535
 */
public record TerminalSize(int columns, int rows) {

  /** What terminals have had since they were made of glass. */
  public static final TerminalSize DEFAULT = new TerminalSize(80, 24);

  private static final int MOST = 65_535;

  /**
   * Checks both.
   *
   * @throws InvalidValueException if one is out of range
   */
  public TerminalSize {
    check("columns", columns);
    check("rows", rows);
  }

  private static void check(String field, int value) {
    if (value < 1 || value > MOST) {
      throw new InvalidValueException(field, value, "give 1 to " + MOST);
    }
  }
}
