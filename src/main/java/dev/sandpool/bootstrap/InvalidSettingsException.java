package dev.sandpool.bootstrap;

import dev.sandpool.InvalidValueException;
import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot be used: all of them at once, each with its key, value and cure. */
public final class InvalidSettingsException extends IllegalArgumentException {

  private final transient List<InvalidValueException> problems;

  InvalidSettingsException(List<InvalidValueException> problems) {
    super(
        problems.stream()
            .map(Throwable::getMessage)
            .collect(
                Collectors.joining("\n  ", "Sandpool cannot start with these settings:\n  ", "")));
    this.problems = List.copyOf(problems);
  }

  /** What is wrong, one entry for each key. */
  public List<InvalidValueException> problems() {
    return problems;
  }
}
