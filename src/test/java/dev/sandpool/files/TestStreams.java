package dev.sandpool.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.SplittableRandom;

/** Streams that misbehave. */
final class TestStreams {

  private TestStreams() {}

  /** Gives some bytes, then fails with "bad source". */
  static InputStream failingAfter(byte[] bytes) {
    return new SequenceInputStream(
        new ByteArrayInputStream(bytes),
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("bad source");
          }

          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            return length == 0 ? 0 : read();
          }
        });
  }

  /** That many bytes, no part of which is like another, made as they are read. */
  static InputStream generated(long size) {
    return new InputStream() {
      private final SplittableRandom random = new SplittableRandom(size);
      private long left = size;

      @Override
      public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) {
        if (left == 0) {
          return -1;
        }
        byte[] next = new byte[(int) Math.min(left, length)];
        random.nextBytes(next);
        System.arraycopy(next, 0, buffer, offset, next.length);
        left -= next.length;
        return next.length;
      }
    };
  }

  /** Never ends. */
  static InputStream endless() {
    return new InputStream() {
      @Override
      public int read() {
        return 0;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) {
        return length;
      }
    };
  }

  /** Fails with "bad target" at the byte after {@code room}. */
  static OutputStream failingAfter(int room) {
    return new OutputStream() {
      private int left = room;

      @Override
      public void write(int b) throws IOException {
        if (left-- == 0) {
          throw new IOException("bad target");
        }
      }
    };
  }
}
