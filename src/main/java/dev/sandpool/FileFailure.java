package dev.sandpool;

/**
 * Why one file of several was not transferred.
 *
 * @param code the stable identifier, such as {@code file_not_found}, {@code permission_denied},
 *     {@code is_directory} or {@code invalid_path}; else that of {@link FileAccessException.Reason}
 *     or {@link SandboxException#code()}
 * @param message what happened and what to do, in words
 */
public record FileFailure(String code, String message) {

  /** The code of a path that no file can have, such as a relative one. */
  public static final String INVALID_PATH = "invalid_path";
}
