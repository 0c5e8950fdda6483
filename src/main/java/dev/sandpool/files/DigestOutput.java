package dev.sandpool.files;

import java.io.IOException;
import java.io.OutputStream;

/** Passes bytes on and digests them. Not closed, and does not close. */
final class DigestOutput extends OutputStream {

  private final OutputStream target;
  private final Digest digest = new Digest();

  DigestOutput(OutputStream target) {
    this.target = target;
  }

  Digest digest() {
    return digest;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    target.write(bytes, offset, length);
    digest.add(bytes, offset, length);
  }
}
