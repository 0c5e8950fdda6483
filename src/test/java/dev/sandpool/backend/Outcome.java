package dev.sandpool.backend;

import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/** What a command printed, byte for byte, and how it ended. */
public final class Outcome implements ByteSink {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private volatile CommandEnd end;

  @Override
  public void accept(Stream stream, byte[] bytes) {
    (stream == Stream.STDOUT ? out : err).writeBytes(bytes);
  }

  /** Sets how it ended. */
  public Outcome ended(CommandEnd how) {
    end = how;
    return this;
  }

  /** How the command ended. */
  public CommandEnd end() {
    return end;
  }

  /** Its exit code; -1 when there is none. */
  public int exitCode() {
    OptionalInt code = end.exitCode();
    return code.orElse(-1);
  }

  /** What arrived on standard output so far. */
  public byte[] stdoutBytes() {
    return out.toByteArray();
  }

  /** What arrived on standard error so far. */
  public byte[] stderrBytes() {
    return err.toByteArray();
  }

  /** Standard output as text. */
  public String stdout() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Standard error as text. */
  public String stderr() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
