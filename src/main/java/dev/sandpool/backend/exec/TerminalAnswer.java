package dev.sandpool.backend.exec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The two lines that {@code terminal.sh} says before its program does: who it is, and whether it
 * has begun.
 */
final class TerminalAnswer {

  private static final int LONGEST = 512;

  private final CompletableFuture<String> hello = new CompletableFuture<>();
  private final CompletableFuture<String> begun = new CompletableFuture<>();
  private final StringBuilder line = new StringBuilder();

  /** The first line. */
  CompletableFuture<String> hello() {
    return hello;
  }

  /** The second. */
  CompletableFuture<String> begun() {
    return begun;
  }

  /** What was said of a line that did not come to its end. */
  String unfinished() {
    return line.toString().strip();
  }

  /** Takes what was shown; returns what of it is the program's. */
  byte[] read(byte[] bytes) {
    int at = 0;
    while (at < bytes.length && !begun.isDone()) {
      at = readLine(bytes, at);
    }
    return Arrays.copyOfRange(bytes, at, bytes.length);
  }

  /** Nothing follows. */
  void fail(Throwable error) {
    hello.completeExceptionally(error);
    begun.completeExceptionally(error);
  }

  private int readLine(byte[] bytes, int from) {
    int to = from;
    while (to < bytes.length && bytes[to] != '\n') {
      to++;
    }
    line.append(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    if (to == bytes.length && line.length() <= LONGEST) {
      return to;
    }
    String said = unfinished();
    line.setLength(0);
    Optional.of(hello).filter(first -> !first.isDone()).orElse(begun).complete(said);
    return Math.min(to + 1, bytes.length);
  }
}
