package dev.sandpool.files;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a script ended.
 *
 * @param exitCode its status; empty when nobody said
 * @param words what it wrote to standard error, without blanks around it
 */
record ScriptEnd(OptionalInt exitCode, String words) {

  static final int NOTHING_THERE = 80;
  static final int DAMAGED = 87;
  static final int PAST_THE_END = 89;
  static final int INCOMPLETE = 91;

  /** 128 and the number of KILL, such as for want of memory. */
  private static final int KILLED = 137;

  private static final String GONE = "No such file or directory";
  private static final int SHOWN = 400;

  private static final Map<Integer, Reason> STATUSES =
      Map.of(
          82,
          Reason.PERMISSION_DENIED,
          83,
          Reason.IS_DIRECTORY,
          84,
          Reason.NOT_A_DIRECTORY,
          86,
          Reason.TOO_LARGE,
          DAMAGED,
          Reason.CORRUPTED,
          90,
          Reason.CHANGED);

  /** Ends of lines, as C libraries and shells word them; "nonexistent" and the like are dash's. */
  private static final List<Map.Entry<String, Reason>> WORDS =
      List.of(
          Map.entry("No space left on device", Reason.NO_SPACE),
          Map.entry("Disk quota exceeded", Reason.NO_SPACE),
          Map.entry("quota exceeded", Reason.NO_SPACE),
          Map.entry("Permission denied", Reason.PERMISSION_DENIED),
          Map.entry("Operation not permitted", Reason.PERMISSION_DENIED),
          Map.entry("Read-only file system", Reason.PERMISSION_DENIED),
          Map.entry("Not a directory", Reason.NOT_A_DIRECTORY),
          Map.entry("Is a directory", Reason.IS_DIRECTORY),
          Map.entry(GONE, Reason.FILE_NOT_FOUND),
          Map.entry("No such file", Reason.FILE_NOT_FOUND),
          Map.entry("Directory nonexistent", Reason.FILE_NOT_FOUND));

  /** As dash and busybox, bash, and mksh have it. */
  private static final Pattern MISSING =
      Pattern.compile(".*?([^:/ ]+): (?:command |inaccessible or )?not found");

  boolean is(int status) {
    return exitCode.equals(OptionalInt.of(status));
  }

  /** A line of the words, counted from the last, which is 0; empty when there are not so many. */
  String line(int fromEnd) {
    List<String> lines = words.lines().toList();
    return lines.size() > fromEnd ? lines.get(lines.size() - 1 - fromEnd) : "";
  }

  /** Whether all that went wrong was that files went away while they were looked at. */
  boolean onlyVanished() {
    return is(INCOMPLETE) && words.lines().allMatch(line -> line.endsWith(": " + GONE));
  }

  /** Whether it came to its own end, where it removes what it no longer needs. */
  boolean tidy() {
    return exitCode.isPresent() && !is(KILLED);
  }

  /** Whether a script that does less may succeed: it needs fewer tools, and less may be damaged. */
  boolean mayGoBetterAlone() {
    return is(DAMAGED) || (!is(0) && lacksTool());
  }

  /** Refuses any end but success. */
  void requireSuccess(String path) {
    if (!is(0)) {
      throw failure(path);
    }
  }

  FileAccessException failure(String path) {
    if (exitCode.isEmpty()) {
      return new FileAccessException(Reason.FAILED, path, "the sandbox did not say how it ended");
    }
    Reason reason = STATUSES.get(exitCode.getAsInt());
    return new FileAccessException(reason == null ? byWords() : reason, path, detail());
  }

  private Reason byWords() {
    if (lacksTool()) {
      return Reason.UNSUPPORTED_IMAGE;
    }
    return WORDS.stream()
        .filter(entry -> words.lines().anyMatch(line -> line.endsWith(": " + entry.getKey())))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(Reason.FAILED);
  }

  private String detail() {
    int status = exitCode.getAsInt();
    if (lacksTool()) {
      String missing = String.join(", ", missingTools());
      return (missing.isEmpty() ? shown() : missing + " not found")
          + "; take an image with coreutils, findutils and grep, or with busybox";
    }
    if (words.isEmpty() && !STATUSES.containsKey(status)) {
      return status > 128 ? "ended by signal " + (status - 128) : "ended with status " + status;
    }
    return shown();
  }

  private boolean lacksTool() {
    return is(126) || is(127) || !missingTools().isEmpty();
  }

  /** By the words of the shell, as a script may go on and end with a status of its own. */
  private List<String> missingTools() {
    return words
        .lines()
        .map(MISSING::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1))
        .distinct()
        .toList();
  }

  private String shown() {
    return words.length() <= SHOWN ? words : "…" + words.substring(words.length() - SHOWN);
  }
}
