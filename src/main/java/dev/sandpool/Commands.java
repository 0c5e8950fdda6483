package dev.sandpool;

import java.util.regex.Pattern;

/** The rules for what shells are given. */
final class Commands {

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private Commands() {}

  static void requireScript(String command) {
    if (command == null || command.isBlank()) {
      throw new InvalidValueException("command", command, "give a shell command such as ls -l");
    }
    refuseNul("command", command);
  }

  static void requireVariable(String name, String value) {
    if (!VARIABLE.matcher(name).matches()) {
      throw new InvalidValueException(
          "environment",
          name,
          "name variables with letters, digits and _, not starting with a digit");
    }
    refuseNul("environment." + name, value);
  }

  private static void refuseNul(String field, String value) {
    if (value.indexOf('\0') >= 0) {
      throw new InvalidValueException(
          field, value.replace("\0", "\\0"), "remove the NUL character; use stdin for binary data");
    }
  }
}
