package dev.sandpool.security;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.LongConsumer;

/** Tells of each byte that was written. */
final class MeteredOutput extends FilterOutputStream {

  private final LongConsumer meter;

  MeteredOutput(OutputStream out, LongConsumer meter) {
    super(out);
    this.meter = meter;
  }

  @Override
  public void write(int value) throws IOException {
    meter.accept(1);
    out.write(value);
  }

  /** In one piece, where the class above would go byte by byte. */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    meter.accept(length);
    out.write(bytes, offset, length);
  }
}
