package dev.sandpool;

import java.util.Optional;

/** A value that can never work. The message names the field, the value and the cure. */
public final class InvalidValueException extends IllegalArgumentException {

  private static final int SHOWN = 120;

  private final String field;
  private final String problem;
  private final String cure;

  /**
   * Describes a refused value.
   *
   * @param field the parameter, JSON member or configuration key
   * @param value what was given; null when nothing was. It is shown in the message, so never a
   *     secret
   * @param cure what to give instead
   */
  public InvalidValueException(String field, Object value, String cure) {
    this(field, shown(value), cure);
  }

  private InvalidValueException(String field, String problem, String cure) {
    super(field + ": " + problem + "; " + cure);
    this.field = field;
    this.problem = problem;
    this.cure = cure;
  }

  /** The same refusal, for somebody who knows the field by another name. */
  public InvalidValueException under(String otherField) {
    return new InvalidValueException(otherField, problem, cure);
  }

  /** The same refusal without the value, for one that others must not read in a log. */
  public InvalidValueException withoutValue() {
    return new InvalidValueException(field, shown("***"), cure);
  }

  /** The parameter, JSON member or configuration key that was refused. */
  public String field() {
    return field;
  }

  private static String shown(Object value) {
    return Optional.ofNullable(value)
        .map(Object::toString)
        .map(text -> text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…")
        .map(text -> "'" + text + "' cannot be used")
        .orElse("no value was given");
  }
}
