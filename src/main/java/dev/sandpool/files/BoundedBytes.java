package dev.sandpool.files;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import java.io.ByteArrayOutputStream;

/** Collects output in memory, and refuses more than is good. */
final class BoundedBytes extends ByteArrayOutputStream {

  private final String path;
  private final int limit;

  BoundedBytes(String path, int limit) {
    this.path = path;
    this.limit = limit;
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (length > limit - size()) {
      throw new FileAccessException(Reason.TOO_LARGE, path, "the limit is " + limit + " bytes");
    }
    super.write(bytes, offset, length);
  }

  @Override
  public synchronized void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }
}
