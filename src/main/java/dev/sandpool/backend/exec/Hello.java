package dev.sandpool.backend.exec;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a supervisor says of itself when it waits for a request.
 *
 * @param pid its process and group
 * @param countsInput whether it can end a command's input after a number of bytes
 */
record Hello(int pid, boolean countsInput) {

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})( head)?");

  /** Reads it; empty where it is none. */
  static Optional<Hello> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(new Hello(Integer.parseInt(matcher.group(1)), matcher.group(2) != null))
        : Optional.empty();
  }
}
