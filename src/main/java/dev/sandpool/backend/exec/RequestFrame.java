package dev.sandpool.backend.exec;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Writes a request as {@code supervisor.sh} reads it: five lines, with backslash and newline (and,
 * in variables, every blank and control character) as {@code \0ooo}, which printf's {@code %b}
 * undoes.
 */
final class RequestFrame {

  private RequestFrame() {}

  static byte[] encode(String marker, ShellCommand command, boolean canEndInput) {
    String frame =
        String.join(
            "\n",
            marker,
            escape(command.directory(), '\n'),
            variables(command.environment()),
            input(command, canEndInput),
            escape(command.script(), '\n'),
            "");
    return frame.getBytes(StandardCharsets.UTF_8);
  }

  private static String variables(Map<String, String> environment) {
    return environment.entrySet().stream()
        .map(variable -> escape(variable.getKey() + "=" + variable.getValue(), ' '))
        .collect(Collectors.joining(" "));
  }

  private static String input(ShellCommand command, boolean canEndInput) {
    if (command.stdin().isEmpty()) {
      return "none";
    }
    if (canEndInput) {
      return "open";
    }
    OptionalLong length = command.stdin().get().length();
    if (length.isEmpty()) {
      throw new IllegalStateException(
          "this cluster cannot end standard input (its API server offers only"
              + " v4.channel.k8s.io), and the length of the input is not known");
    }
    return Long.toString(length.getAsLong());
  }

  /**
   * Escapes the backslash and every control character up to {@code last}; and gives a lone
   * surrogate from U+DC80 to U+DCFF as the byte for which it stands in names that are not UTF-8.
   */
  private static String escape(String text, char last) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\\' || c <= last || (c >= 0xDC80 && c <= 0xDCFF)) {
                escaped.append(String.format("\\0%03o", c & 0xFF));
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }
}
