package dev.sandpool.mcp.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Reads and writes bodies that are one JSON text. */
final class JsonBody {

  /** The longest that is read: 16 MiB, in memory. */
  static final int MOST_BYTES = 16 * 1024 * 1024;

  private static final String TYPE = "application/json";

  private JsonBody() {}

  /**
   * Reads a body.
   *
   * @throws RefusedException if it says that it is something else, or is too long
   */
  static String read(HttpServletRequest request) throws IOException, RefusedException {
    String type = Optional.ofNullable(request.getContentType()).orElse("");
    if (!type.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals(TYPE)) {
      // Pages of other sites can send other types without asking first.
      throw new RefusedException(
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
          -32600,
          "Content-Type: '" + type + "' cannot be used; give " + TYPE);
    }
    byte[] body = request.getInputStream().readNBytes(MOST_BYTES + 1);
    if (body.length > MOST_BYTES) {
      throw new RefusedException(
          HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
          -32600,
          "The message is longer than " + MOST_BYTES + " bytes; send less at a time");
    }
    return new String(body, StandardCharsets.UTF_8);
  }

  static void write(HttpServletResponse response, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    response.setContentType(TYPE);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
