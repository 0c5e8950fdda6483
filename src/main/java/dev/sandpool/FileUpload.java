package dev.sandpool;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file to write.
 *
 * @param path absolute path in the sandbox
 * @param content read to its end, once; not closed
 * @param mode permission bits in octal, such as {@code 0755}; empty for those of the file that is
 *     replaced, or {@code 0644} for a new one
 */
public record FileUpload(String path, InputStream content, Optional<String> mode) {

  private static final Pattern MODE = Pattern.compile("[0-7]{3,4}");

  /**
   * Checks the mode. The path is looked at when it is used.
   *
   * @throws InvalidValueException if the mode is not octal
   */
  public FileUpload {
    Objects.requireNonNull(content, "content");
    if (mode.isPresent() && !MODE.matcher(mode.get()).matches()) {
      throw new InvalidValueException(
          "mode", mode.get(), "give permission bits as three or four octal digits, such as 0755");
    }
  }

  /** What a stream gives until its end. */
  public static FileUpload of(String path, InputStream content) {
    return new FileUpload(path, content, Optional.empty());
  }

  /** Bytes. */
  public static FileUpload of(String path, byte[] content) {
    return of(path, new ByteArrayInputStream(content));
  }

  /** A UTF-8 text. */
  public static FileUpload of(String path, String text) {
    return of(path, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The same with permission bits. */
  public FileUpload withMode(String bits) {
    return new FileUpload(path, content, Optional.of(bits));
  }
}
