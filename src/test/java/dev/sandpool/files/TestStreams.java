package dev.sandpool.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;

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
