package dev.sandpool;

import java.time.Instant;

/**
 * What is known of a file.
 *
 * @param path absolute path
 * @param type what it is
 * @param size in bytes
 * @param modifiedAt when its content last changed, to the second
 * @param mode permission bits in octal, such as {@code 0644}
 */
public record FileInfo(String path, Type type, long size, Instant modifiedAt, String mode) {

  /** Kinds of file. */
  public enum Type {
    /** Regular file. */
    FILE,
    /** Directory. */
    DIRECTORY,
    /** Symbolic link, also one that leads nowhere. */
    LINK,
    /** Device, socket or pipe. */
    OTHER
  }
}
