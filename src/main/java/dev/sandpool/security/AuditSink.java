package dev.sandpool.security;

import java.io.IOException;

/**
 * Where audit lines go. May be used by one thread at a time; blocks until the line is handed on.
 */
@FunctionalInterface
public interface AuditSink {

  /**
   * Takes one line, without its end.
   *
   * @throws IOException if it could not be kept; the same line comes again later
   */
  void write(String line) throws IOException;
}
