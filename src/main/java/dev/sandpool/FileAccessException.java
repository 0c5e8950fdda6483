package dev.sandpool;

/** A file in a sandbox could not be used as asked. */
public final class FileAccessException extends SandboxException {

  private final Reason reason;
  private final String path;

  /**
   * Describes a failed file operation.
   *
   * @param reason why
   * @param path the file, as the caller named it
   * @param detail what the sandbox said, or empty
   */
  public FileAccessException(Reason reason, String path, String detail) {
    super(
        reason.code(),
        reason.text + ": " + path + (detail.isEmpty() ? "" : " (" + detail + ")"),
        null);
    this.reason = reason;
    this.path = path;
  }

  /** Why it failed. */
  public Reason reason() {
    return reason;
  }

  /** The file, as the caller named it. */
  public String path() {
    return path;
  }

  /** Why a file operation failed. The code is the one agents know from other sandbox systems. */
  public enum Reason {
    /** No file of that name. */
    FILE_NOT_FOUND("no such file"),
    /** The sandbox's user may not. */
    PERMISSION_DENIED("permission denied in the sandbox"),
    /** A file was asked for, and it is a directory. */
    IS_DIRECTORY("is a directory, not a file"),
    /** A directory was asked for, or needed as a parent, and it is not one. */
    NOT_A_DIRECTORY("is not a directory"),
    /** A text was asked for, and these bytes are not UTF-8. */
    NOT_TEXT("is not UTF-8 text; read it as bytes"),
    /** It needs more memory than the caller allows. */
    TOO_LARGE("is too large for this call; stream it"),
    /** The disk of the sandbox is full. */
    NO_SPACE("no space left in the sandbox"),
    /** What arrived is not what was sent. Nothing was changed. */
    CORRUPTED("the transfer was damaged and was undone; try again"),
    /** It became another file between reading and writing it. Nothing was changed. */
    CHANGED("was changed by somebody else meanwhile; read it again"),
    /** An edit is for a text that the file does not have. */
    TEXT_NOT_FOUND("does not have the text to replace; read it and copy the text exactly"),
    /** An edit of one place is for a text that the file has in several. */
    TEXT_NOT_UNIQUE(
        "has the text to replace more than once; give more of what is around it, or replace all"),
    /** The image of the sandbox lacks a program that file operations need; the detail names it. */
    UNSUPPORTED_IMAGE("the image of the sandbox lacks a program that file operations need"),
    /** Anything else; the detail has the sandbox's words. */
    FAILED("the file operation failed");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    /** The stable identifier, such as {@code file_not_found}. */
    public String code() {
      return this == FAILED ? "file_operation_failed" : name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
