package dev.sandpool.files;

import dev.sandpool.FileInfo;
import dev.sandpool.Matches;
import dev.sandpool.SandboxFiles;
import dev.sandpool.TextMatch;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Looks through all files below a directory, and stops as soon as it has enough. */
final class Search {

  private final ScriptRunner scripts;
  private final String path;
  private final String base;

  Search(ScriptRunner scripts, String path) {
    this.scripts = scripts;
    this.path = path;
    this.base = Lookup.clean(path);
  }

  Matches<FileInfo> glob(Glob glob) {
    Found<FileInfo> found = new Found<>(SandboxFiles.MAX_MATCHES);
    Listing files =
        new Listing(
            base,
            file -> {
              if (glob.matches(file.path().substring(base.length() + 1))) {
                found.add(file);
              }
            });
    boolean all = run(Call.of(Script.TREE, path, Map.of()), files);
    return found.sorted(Comparator.comparing(FileInfo::path), all);
  }

  Matches<TextMatch> grep(String text, String pattern, int maxCount) {
    Found<TextMatch> found = new Found<>(maxCount);
    Glob glob = pattern.isEmpty() ? Glob.of("glob", "{*,.*}") : Glob.of("glob", pattern);
    GrepOutput lines =
        new GrepOutput(
            base,
            (file, match) -> {
              if (glob.matches(file)) {
                found.add(match);
              }
            });
    Map<String, String> variables = Map.of("sp_text", text, "sp_name", glob.prefilter());
    boolean all = run(Call.of(Script.GREP, path, variables), lines);
    return found.sorted(Comparator.comparing(TextMatch::path).thenComparing(TextMatch::line), all);
  }

  /** Returns whether everything was looked at. */
  private boolean run(Call call, OutputStream output) {
    try {
      ScriptEnd end = scripts.run(call, output);
      if (!end.is(ScriptEnd.INCOMPLETE)) {
        end.requireSuccess(path);
      }
      return end.is(0) || end.onlyVanished();
    } catch (Enough e) {
      return false;
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot fail to be written", e);
    }
  }

  /** Ends a search; the command is cancelled. */
  private static final class Enough extends IOException {
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private static final class Found<T> {

    private final int most;
    private final List<T> matches = new ArrayList<>();

    Found(int most) {
      this.most = most;
    }

    void add(T match) throws Enough {
      if (matches.size() == most) {
        throw new Enough();
      }
      matches.add(match);
    }

    Matches<T> sorted(Comparator<T> order, boolean all) {
      matches.sort(order);
      return new Matches<>(matches, !all);
    }
  }
}
