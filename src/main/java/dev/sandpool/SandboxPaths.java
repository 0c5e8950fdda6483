package dev.sandpool;

/**
 * The rule for paths inside a sandbox: absolute, of up to 4095 bytes, and without NUL. Everything
 * else is literal.
 *
 * <p>Linux names are bytes, mostly UTF-8. A byte of a name that is not is written as a lone
 * surrogate from {@code U+DC80} to {@code U+DCFF}, as file listings give it.
 */
public final class SandboxPaths {

  /** Linux takes no longer path. */
  private static final int MOST_BYTES = 4095;

  private SandboxPaths() {}

  /**
   * Checks a path.
   *
   * @param field the name of the value, for the error
   * @param path the value
   * @return the path as it is
   * @throws InvalidValueException if it is null, empty, relative, too long or has a NUL character,
   *     or half a surrogate pair that stands for no byte
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
    if (path.codePoints().anyMatch(SandboxPaths::isNoText)) {
      throw new InvalidValueException(
          field, path, "half a surrogate pair is no character; give the path as Unicode text");
    }
    if (path.charAt(0) != '/') {
      throw new InvalidValueException(
          field,
          path,
          "give an absolute path; relative ones depend on who asks: /workspace/" + path);
    }
    if (path.codePoints().mapToLong(SandboxPaths::bytes).sum() > MOST_BYTES) {
      throw new InvalidValueException(
          field, path, "give a path of at most " + MOST_BYTES + " bytes, as Linux has it");
    }
    return path;
  }

  /** In a name, where a lone surrogate stands for one byte. */
  private static int bytes(int codePoint) {
    if (codePoint < 0x80 || (codePoint >= 0xDC80 && codePoint <= 0xDCFF)) {
      return 1;
    }
    return codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  private static boolean isNoText(int codePoint) {
    return codePoint >= 0xD800 && codePoint <= 0xDFFF && (codePoint < 0xDC80 || codePoint > 0xDCFF);
  }
}
