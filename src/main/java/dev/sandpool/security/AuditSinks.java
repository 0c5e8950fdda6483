package dev.sandpool.security;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The two places for audit lines. */
public final class AuditSinks {

  private static final Set<OpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

  private AuditSinks() {}

  /** What the settings say. */
  public static AuditSink of(AuditSettings settings) {
    return settings.file().map(AuditSinks::file).orElseGet(AuditSinks::log);
  }

  /** A logger, which tells nobody when it fails. */
  private static AuditSink log() {
    Logger logger = System.getLogger(AuditSettings.LOGGER);
    return line -> logger.log(Level.INFO, line);
  }

  /**
   * A file that only its owner reads, opened anew for each line: so it may be renamed or deleted by
   * whoever rotates it, at any time.
   */
  private static AuditSink file(Path file) {
    FileAttribute<?> own =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    return line -> {
      try (SeekableByteChannel channel = Files.newByteChannel(file, APPEND, own)) {
        writeAll(channel, ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
      }
    };
  }

  private static void writeAll(SeekableByteChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
