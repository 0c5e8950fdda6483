package dev.sandpool.files;

import dev.sandpool.FileInfo;
import dev.sandpool.SandboxFiles;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What is known of a file, or of all in a directory. */
final class Lookup {

  private static final String GONE = ": No such file or directory";

  private final ScriptRunner scripts;
  private final String path;

  Lookup(ScriptRunner scripts, String path) {
    this.scripts = scripts;
    this.path = path;
  }

  /** A path without double slashes and without one at its end; empty for the root. */
  static String clean(String path) {
    return path.replaceAll("/+", "/").replaceAll("/\\z", "");
  }

  FileInfo stat() {
    List<FileInfo> found = new ArrayList<>();
    run(Script.STAT, new Listing("", found::add)).requireSuccess(path);
    FileInfo info = found.get(0);
    String name = clean(path);
    return new FileInfo(
        name.isEmpty() ? "/" : name, info.type(), info.size(), info.modifiedAt(), info.mode());
  }

  List<FileInfo> list() {
    List<FileInfo> found = new ArrayList<>();
    BoundedBytes bytes = new BoundedBytes(path, SandboxFiles.MAX_READ_BYTES);
    ScriptEnd end = run(Script.LIST, bytes);
    if (!vanished(end)) {
      end.requireSuccess(path);
    }
    byte[] records = bytes.toByteArray();
    new Listing(clean(path), found::add).write(records, 0, records.length);
    found.sort(Comparator.comparing(FileInfo::path));
    return List.copyOf(found);
  }

  /** Whether all that went wrong was that entries went away while they were looked at. */
  private boolean vanished(ScriptEnd end) {
    return end.is(ScriptEnd.INCOMPLETE)
        && end.words().lines().allMatch(line -> line.endsWith(GONE));
  }

  private ScriptEnd run(String script, OutputStream output) {
    try {
      return scripts.run(Call.of(script, path, Map.of()), output);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot fail to be written", e);
    }
  }
}
