package dev.sandpool.security;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What is written down, and where.
 *
 * @param file to append to; empty for the logger {@value #LOGGER}
 * @param subject how commands and paths are written
 */
public record AuditSettings(Optional<Path> file, Subject subject) {

  /** The logger of audit lines where there is no file for them. */
  public static final String LOGGER = "dev.sandpool.audit";

  /** How what an action is about is written: the command, the path of the file. */
  public enum Subject {
    /** As SHA-256: two can be compared, and neither is told. */
    DIGEST,
    /** As it is, up to 4096 characters; with any secrets that users put there. */
    TEXT,
    /** Not at all. */
    NONE
  }

  /** Checks that nothing is missing. */
  public AuditSettings {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(subject, "subject");
  }
}
