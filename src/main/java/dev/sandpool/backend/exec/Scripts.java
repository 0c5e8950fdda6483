package dev.sandpool.backend.exec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** Shell scripts that are sent into sandboxes, read from the class path. */
public final class Scripts {

  private Scripts() {}

  /**
   * Reads a script that stands beside a class, without its comment lines, which would only cost
   * bytes on the wire.
   */
  public static String load(Class<?> neighbour, String name) {
    try (InputStream in = neighbour.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing beside " + neighbour.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.stripLeading().startsWith("#"))
          .collect(Collectors.joining("\n", "", "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
