package dev.sandpool.backend.exec;

import java.io.IOException;
import java.util.OptionalInt;

/** Reads the line in which a supervisor says that it waits for a request. */
final class Greeting {

  private static final String HELLO = "sandpool ";
  private static final int LONGEST = 64;

  private final StringBuilder line = new StringBuilder();

  /**
   * Takes what comes on standard output.
   *
   * @return the supervisor's process id, once the line is whole
   * @throws IOException if this is something else
   */
  OptionalInt read(byte[] bytes) throws IOException {
    for (byte b : bytes) {
      if (b == '\n') {
        return OptionalInt.of(pid());
      }
      line.append((char) (b & 0xff));
      if (line.length() > LONGEST || !startsWell()) {
        throw unexpected();
      }
    }
    return OptionalInt.empty();
  }

  private int pid() throws IOException {
    try {
      int pid = Integer.parseInt(line.substring(Math.min(HELLO.length(), line.length())));
      if (pid == 0) {
        throw new IOException("the sandbox's shell runs no further command");
      }
      return pid;
    } catch (NumberFormatException e) {
      throw unexpected();
    }
  }

  private boolean startsWell() {
    int n = Math.min(line.length(), HELLO.length());
    return HELLO.startsWith(line.substring(0, n));
  }

  private IOException unexpected() {
    return new IOException("/bin/sh in the sandbox answered with '" + line + "'");
  }
}
