package dev.sandpool;

/** The rule for paths inside a sandbox: absolute, and without NUL. Everything else is literal. */
public final class SandboxPaths {

  private SandboxPaths() {}

  /**
   * Checks a path.
   *
   * @param field the name of the value, for the error
   * @param path the value
   * @return the path as it is
   * @throws InvalidValueException if it is null, empty, relative or has a NUL character
   */
  public static String requireAbsolute(String field, String path) {
    if (path == null || path.isEmpty()) {
      throw new InvalidValueException(
          field, path, "give an absolute path such as /workspace/a.txt");
    }
    if (path.indexOf('\0') >= 0) {
      throw new InvalidValueException(
          field, path.replace("\0", "\\0"), "remove the NUL character; no file name can have one");
    }
    if (path.charAt(0) != '/') {
      throw new InvalidValueException(
          field,
          path,
          "give an absolute path; relative ones depend on who asks: /workspace/" + path);
    }
    return path;
  }
}
