package dev.sandpool.files;

import dev.sandpool.SandboxFiles;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** Reads whole files, and checks that what arrived is what the sandbox has. */
final class Download {

  private final ScriptRunner scripts;
  private final String path;

  Download(ScriptRunner scripts, String path) {
    this.scripts = scripts;
    this.path = path;
  }

  /** All of it, if it is not too large to be read into memory. */
  byte[] bytes() {
    return bytes(SandboxFiles.MAX_READ_BYTES);
  }

  /** Into memory; once more if the file changed meanwhile or the transfer was damaged. */
  byte[] bytes(int limit) {
    return Retry.onDamage(
        () -> {
          BoundedBytes bytes = new BoundedBytes(path, limit);
          try {
            copy(bytes, Integer.toString(limit));
          } catch (IOException e) {
            throw new IllegalStateException("memory cannot fail to be written", e);
          }
          return bytes.toByteArray();
        });
  }

  /** To a stream, which cannot be taken back; so only once. */
  long to(OutputStream target) throws IOException {
    return copy(target, "");
  }

  private long copy(OutputStream target, String max) throws IOException {
    DigestOutput output = new DigestOutput(target);
    ScriptEnd end = scripts.run(Call.of(Script.DOWNLOAD, path, Map.of("sp_max", max)), output);
    end.requireSuccess(path);
    Report.check(path, end, output.digest());
    return output.digest().size();
  }
}
