package dev.sandpool.files;

import dev.sandpool.FileInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * Takes records {@code <raw mode>/<size>/<time>/<mode>/./<name>//} and a newline, wherever the
 * transport cuts them. A name is a path as {@code find} prints it, which never has two slashes in a
 * row, so whatever else is in it, it ends where they are.
 */
final class Listing extends OutputStream {

  private static final int FIELDS = 4;
  private static final int TYPE_BITS = 0xF000;

  private final String base;

  /** Takes an entry; throws to hear no more. */
  interface Sink {
    void accept(FileInfo entry) throws IOException;
  }

  private final Sink entries;
  private final ByteArrayOutputStream record = new ByteArrayOutputStream();
  private int slashes;

  /** Entries have paths below {@code base}, given without a slash at its end. */
  Listing(String base, Sink entries) {
    this.base = base;
    this.entries = entries;
  }

  @Override
  public void write(int b) throws IOException {
    record.write(b);
    slashes = b == '/' ? slashes + 1 : 0;
    if (slashes == 2) {
      entries.accept(parse(record.toByteArray()));
      record.reset();
      slashes = 0;
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      write(bytes[i]);
    }
  }

  private FileInfo parse(byte[] bytes) {
    // The newline after the record before.
    int start = bytes[0] == '\n' ? 1 : 0;
    String[] fields = new String[FIELDS];
    for (int i = 0; i < FIELDS; i++) {
      int end = start;
      while (bytes[end] != '/') {
        end++;
      }
      fields[i] = new String(bytes, start, end - start, StandardCharsets.US_ASCII);
      start = end + 1;
    }
    // After the dot that find begins with, up to the two slashes.
    String name = FileNames.decode(Arrays.copyOfRange(bytes, start + 1, bytes.length - 2));
    return info(base + name, fields);
  }

  private static FileInfo info(String path, String[] fields) {
    return new FileInfo(
        path,
        type(Integer.parseInt(fields[0], 16)),
        Long.parseLong(fields[1]),
        Instant.ofEpochSecond(Long.parseLong(fields[2])),
        "0".repeat(Math.max(0, 4 - fields[3].length())) + fields[3]);
  }

  private static FileInfo.Type type(int mode) {
    return switch (mode & TYPE_BITS) {
      case 0x8000 -> FileInfo.Type.FILE;
      case 0x4000 -> FileInfo.Type.DIRECTORY;
      case 0xA000 -> FileInfo.Type.LINK;
      default -> FileInfo.Type.OTHER;
    };
  }
}
