package dev.sandpool.files;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxFiles;
import dev.sandpool.TextPage;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;

/** Reads pages of lines; the sandbox counts and cuts, so only the page travels. */
final class TextReader {

  private final ScriptRunner scripts;
  private final String path;

  TextReader(ScriptRunner scripts, String path) {
    this.scripts = scripts;
    this.path = path;
  }

  TextPage page(long offset, int limit) {
    if (offset < 0) {
      throw new InvalidValueException("offset", offset, "give the lines to skip, 0 or more");
    }
    if (limit < 1) {
      throw new InvalidValueException("limit", limit, "give the lines to return, 1 or more");
    }
    return Retry.onDamage(() -> read(offset, limit));
  }

  static String decode(String path, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new FileAccessException(Reason.NOT_TEXT, path, "");
    }
  }

  private TextPage read(long offset, int limit) {
    BoundedBytes bytes = new BoundedBytes(path, SandboxFiles.MAX_READ_BYTES);
    DigestOutput output = new DigestOutput(bytes);
    ScriptEnd end;
    try {
      end = scripts.run(Call.of(Script.LINES, path, variables(offset, limit)), output);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot fail to be written", e);
    }
    if (end.is(ScriptEnd.PAST_THE_END)) {
      String cure = "the file has " + end.line(0) + " lines; give a smaller offset";
      throw new InvalidValueException("offset", offset, cure);
    }
    end.requireSuccess(path);
    Report.check(path, end, output.digest());
    return page(bytes, offset, limit, Long.parseLong(end.line(1)));
  }

  private TextPage page(BoundedBytes bytes, long offset, int limit, long total) {
    boolean more = total - offset > limit;
    return new TextPage(
        decode(path, bytes.toByteArray()),
        total,
        more ? OptionalLong.of(offset + limit) : OptionalLong.empty());
  }

  private static Map<String, String> variables(long offset, int limit) {
    // One less than the greatest number, as the script adds one.
    return Map.of(
        "sp_offset", Long.toString(Math.min(offset, Long.MAX_VALUE - 1)),
        "sp_limit", Integer.toString(limit),
        "sp_max", Integer.toString(SandboxFiles.MAX_READ_BYTES));
  }
}
