package dev.sandpool.mcp.tool;

/** Where a piece of UTF-8 can be cut. */
final class Utf8 {

  private static final int LONGEST = 4;

  private Utf8() {}

  /**
   * How many bytes there are without a character that is begun at their end; all of them where that
   * would leave none, as nothing would ever come of it then.
   */
  static int whole(byte[] bytes) {
    int from = Math.max(0, bytes.length - LONGEST + 1);
    for (int at = bytes.length - 1; at >= from; at--) {
      if ((bytes[at] & 0xC0) != 0x80) {
        boolean begun = at + length(bytes[at]) > bytes.length;
        return begun && at > 0 ? at : bytes.length;
      }
    }
    return bytes.length;
  }

  private static int length(byte first) {
    int bits = first & 0xFF;
    if (bits < 0xC0) {
      return 1;
    }
    return bits < 0xE0 ? 2 : bits < 0xF0 ? 3 : 4;
  }
}
