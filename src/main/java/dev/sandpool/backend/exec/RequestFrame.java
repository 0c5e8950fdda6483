package dev.sandpool.backend.exec;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes a request as {@code supervisor.sh} reads it: five lines, with backslash and newline (and,
 * in variables, every blank and control character) as {@code \0ooo}, which printf's {@code %b}
 * undoes.
 */
final class RequestFrame {

  private RequestFrame() {}

  static byte[] encode(String marker, ShellCommand command, InputWay input) {
    String frame =
        String.join(
            "\n",
            marker,
            escape(command.directory(), '\n'),
            variables(command.environment()),
            input.word(),
            escape(command.script(), '\n'),
            "");
    return frame.getBytes(StandardCharsets.UTF_8);
  }

  /** For {@code terminal.sh}: directory, variables, command. */
  static byte[] encode(TerminalCommand command) {
    String frame =
        String.join(
            "\n",
            escape(command.directory(), '\n'),
            variables(command.environment()),
            escape(command.script(), '\n'),
            "");
    return frame.getBytes(StandardCharsets.UTF_8);
  }

  private static String variables(Map<String, String> environment) {
    return environment.entrySet().stream()
        .map(variable -> escape(variable.getKey() + "=" + variable.getValue(), ' '))
        .collect(Collectors.joining(" "));
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
