package dev.sandpool.files;

import java.io.ByteArrayOutputStream;

/** The last few kilobytes of what a command says; its end is what tells why it failed. */
final class Words {

  private static final int KEPT_BYTES = 8 * 1024;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  void add(byte[] more) {
    bytes.writeBytes(more);
    if (bytes.size() > 2 * KEPT_BYTES) {
      byte[] all = bytes.toByteArray();
      bytes.reset();
      bytes.write(all, all.length - KEPT_BYTES, KEPT_BYTES);
    }
  }

  String text() {
    return FileNames.decode(bytes.toByteArray()).strip();
  }
}
