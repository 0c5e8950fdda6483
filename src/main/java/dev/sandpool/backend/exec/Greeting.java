package dev.sandpool.backend.exec;

import java.io.IOException;
import java.util.Optional;

/**
 * Hears when a supervisor waits for a request.
 *
 * <p>The first time it says a fixed word, before anything else. Later ones begin with the marker of
 * the command before: a process which that command left running may write in between, even the
 * word.
 */
abstract sealed class Greeting {

  /** What a shell says that has just started. */
  static Greeting first() {
    return new First();
  }

  /** What a shell says after a command. */
  static Greeting after(String marker) {
    return new Later(marker);
  }

  /**
   * Takes what comes on standard output.
   *
   * @return what the supervisor says of itself, once it waits
   * @throws IOException if it never will
   */
  abstract Optional<Hello> read(byte[] bytes) throws IOException;

  private static final class First extends Greeting {

    private static final String WORD = "sandpool ";
    private static final int LONGEST = 64;

    private final StringBuilder line = new StringBuilder();

    @Override
    Optional<Hello> read(byte[] bytes) throws IOException {
      for (byte b : bytes) {
        if (b == '\n') {
          return Optional.of(hello());
        }
        line.append((char) (b & 0xff));
        if (line.length() > LONGEST || !startsWell()) {
          throw unexpected();
        }
      }
      return Optional.empty();
    }

    private Hello hello() throws IOException {
      return Hello.parse(line.substring(Math.min(WORD.length(), line.length())))
          .orElseThrow(this::unexpected);
    }

    private boolean startsWell() {
      int n = Math.min(line.length(), WORD.length());
      return WORD.startsWith(line.substring(0, n));
    }

    private IOException unexpected() {
      return new IOException("/bin/sh in the sandbox answered with '" + line + "'");
    }
  }

  private static final class Later extends Greeting {

    private final MarkerScanner scanner;

    private Later(String marker) {
      scanner = new MarkerScanner(marker);
    }

    @Override
    Optional<Hello> read(byte[] bytes) throws IOException {
      scanner.feed(bytes);
      if (scanner.status().isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          Hello.parse(scanner.status().get())
              .orElseThrow(() -> new IOException("the sandbox's shell runs no further command")));
    }
  }
}
