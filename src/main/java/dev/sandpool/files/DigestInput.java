package dev.sandpool.files;

import java.io.IOException;
import java.io.InputStream;

/** Some bytes that were read already, then the rest of their stream; digests both. */
final class DigestInput extends InputStream {

  private final byte[] head;
  private final InputStream rest;
  private final Digest digest = new Digest();
  private int position;

  DigestInput(byte[] head, InputStream rest) {
    this.head = head;
    this.rest = rest;
  }

  Digest digest() {
    return digest;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n = Math.min(length, head.length - position);
    if (n > 0) {
      System.arraycopy(head, position, buffer, offset, n);
      position += n;
    } else {
      n = rest.read(buffer, offset, length);
    }
    if (n > 0) {
      digest.add(buffer, offset, n);
    }
    return n;
  }
}
