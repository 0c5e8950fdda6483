package dev.sandpool.security;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Tells of each byte that was read. */
final class MeteredInput extends FilterInputStream {

  private final LongConsumer meter;

  MeteredInput(InputStream in, LongConsumer meter) {
    super(in);
    this.meter = meter;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    meter.accept(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = super.read(bytes, offset, length);
    meter.accept(Math.max(0, count));
    return count;
  }
}
