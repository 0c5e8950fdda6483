package dev.sandpool.rest.form;

import dev.sandpool.rest.problem.RestException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The parameters of a {@code Content-Disposition} header.
 *
 * <p>As browsers and curl write them, which is not as mail has it: UTF-8, a backslash is one, and
 * only a double quote and the ends of lines are escaped, by percent signs; older clients put a
 * backslash before the quote.
 */
final class Disposition {

  private final Map<String, String> parameters = new TreeMap<>();
  private final String header;
  private int position;

  private Disposition(String header) {
    this.header = header;
  }

  static Disposition parse(byte[] header) {
    Disposition parsed = new Disposition(text(header));
    parsed.read();
    return parsed;
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  private static String text(byte[] header) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(header))
          .toString()
          .replaceAll("\r?\n[ \t]", " ");
    } catch (CharacterCodingException e) {
      throw RestException.badForm("the name of a part is not UTF-8");
    }
  }

  private void read() {
    while ((position = header.indexOf(';', position)) >= 0) {
      int equals = header.indexOf('=', ++position);
      if (equals < 0) {
        return;
      }
      String name = header.substring(position, equals).strip().toLowerCase(Locale.ROOT);
      position = equals + 1;
      parameters.putIfAbsent(name, value());
    }
  }

  private String value() {
    if (position >= header.length() || header.charAt(position) != '"') {
      int end = header.indexOf(';', position);
      return header.substring(position, end < 0 ? header.length() : end).strip();
    }
    int start = position + 1;
    int end = header.indexOf('"', start);
    while (end > start && header.charAt(end - 1) == '\\' && header.indexOf('"', end + 1) > 0) {
      end = header.indexOf('"', end + 1);
    }
    if (end < 0) {
      throw RestException.badForm("the name of a part has no closing quote");
    }
    position = end + 1;
    return header
        .substring(start, end)
        .replace("\\\"", "\"")
        .replace("%22", "\"")
        .replace("%0D", "\r")
        .replace("%0A", "\n");
  }
}
