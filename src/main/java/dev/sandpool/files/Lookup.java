package dev.sandpool.files;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.FileInfo;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What is known of a file, or of all in a directory. */
final class Lookup {

  /** What fits in memory, at some 300 bytes each. */
  private static final int MOST_ENTRIES = 1_000_000;

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
    ScriptEnd end = run(Script.LIST, new Listing(clean(path), entry -> add(found, entry)));
    if (!end.onlyVanished()) {
      end.requireSuccess(path);
    }
    found.sort(Comparator.comparing(FileInfo::path));
    return List.copyOf(found);
  }

  private void add(List<FileInfo> found, FileInfo entry) {
    if (found.size() == MOST_ENTRIES) {
      throw new FileAccessException(
          Reason.TOO_LARGE, path, "it has more than " + MOST_ENTRIES + " entries");
    }
    found.add(entry);
  }

  private ScriptEnd run(String script, OutputStream output) {
    try {
      return scripts.run(Call.of(script, path, Map.of()), output);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot fail to be written", e);
    }
  }
}
