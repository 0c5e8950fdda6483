package dev.sandpool.files;

import dev.sandpool.SandboxFiles;
import dev.sandpool.TextMatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Takes lines {@code <file> NUL <number>:<line>}, wherever the transport cuts them. */
final class GrepOutput extends OutputStream {

  /** Takes a match; throws to end the search. */
  interface Sink {
    void accept(String file, TextMatch match) throws IOException;
  }

  private final String base;
  private final Sink matches;
  private final ByteArrayOutputStream field;
  private String file = "";
  private boolean named;

  /** Files have paths below {@code base}, given without a slash at its end. */
  GrepOutput(String base, Sink matches) {
    this.base = base;
    this.matches = matches;
    this.field = new BoundedBytes(base, SandboxFiles.MAX_READ_BYTES);
  }

  @Override
  public void write(int b) throws IOException {
    if (b == 0 && !named) {
      file = FileNames.decode(field.toByteArray());
      named = true;
      field.reset();
    } else if (b == '\n' && named) {
      emit(field.toString(StandardCharsets.UTF_8));
      named = false;
      field.reset();
    } else {
      field.write(b);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      write(bytes[i]);
    }
  }

  private void emit(String line) throws IOException {
    int colon = line.indexOf(':');
    String text = line.substring(colon + 1);
    String path = file.startsWith("./") ? base + file.substring(1) : file;
    matches.accept(
        file.startsWith("./") ? file.substring(2) : file.substring(file.lastIndexOf('/') + 1),
        new TextMatch(
            path,
            Long.parseLong(line.substring(0, colon)),
            text.endsWith("\r") ? text.substring(0, text.length() - 1) : text));
  }
}
