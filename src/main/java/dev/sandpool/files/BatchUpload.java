package dev.sandpool.files;

import dev.sandpool.FileFailure;
import dev.sandpool.FileUpload;
import dev.sandpool.FileUploaded;
import dev.sandpool.SandboxPaths;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes files one after another; small ones wait until some can go together.
 *
 * <p>Each command with input wants a channel of its own, which costs more than what it does to a
 * small file.
 */
final class BatchUpload {

  /** Their paths are variables of one process: 64 of the longest are an eighth of what it takes. */
  private static final int MOST_TOGETHER = 64;

  private static final int MOST_BYTES = 1024 * 1024;

  private final ScriptRunner scripts;
  private final Failures failures = new Failures();
  private final List<FileUploaded> results = new ArrayList<>();
  private final List<SmallFile> waiting = new ArrayList<>();
  private int waitingBytes;

  BatchUpload(ScriptRunner scripts) {
    this.scripts = scripts;
  }

  /** Reads the content to its end, and writes it now or later. */
  void add(FileUpload file) {
    results.add(failures.caught(() -> take(file), failure -> failed(file.path(), failure)));
  }

  /** Writes what still waits; one result for each file that was added. */
  List<FileUploaded> finish() {
    flush();
    return List.copyOf(results);
  }

  private FileUploaded take(FileUpload file) throws IOException {
    String path = SandboxPaths.requireAbsolute("path", file.path());
    byte[] head = file.content().readNBytes(Upload.SMALL_BYTES);
    if (head.length < Upload.SMALL_BYTES) {
      keep(new SmallFile(results.size(), path, head, file.mode()));
      // Unless it turns out otherwise when it is written.
      return new FileUploaded(path, head.length, Optional.empty());
    }
    flush(); // It may be about the same path.
    long size = new Upload(scripts, path, file.mode()).send(head, file.content());
    return new FileUploaded(path, size, Optional.empty());
  }

  private void keep(SmallFile file) {
    if (waiting.size() == MOST_TOGETHER || waitingBytes + file.content().length > MOST_BYTES) {
      flush();
    }
    waiting.add(file);
    waitingBytes += file.content().length;
  }

  private void flush() {
    List<SmallFile> files = List.copyOf(waiting);
    waiting.clear();
    waitingBytes = 0;
    List<Optional<ScriptEnd>> ends =
        files.size() > 1 ? new Unpacking(scripts, files).run() : List.of(Optional.empty());
    for (int i = 0; i < files.size(); i++) {
      SmallFile file = files.get(i);
      Optional<ScriptEnd> end = ends.get(i);
      results.set(
          file.index(),
          failures.caught(() -> written(file, end), failure -> failed(file.path(), failure)));
    }
  }

  /** What was damaged on its way with others, or could only not go with them, goes alone. */
  private FileUploaded written(SmallFile file, Optional<ScriptEnd> end) {
    if (end.isPresent() && !end.get().mayGoBetterAlone()) {
      end.get().requireSuccess(file.path());
    } else {
      new Upload(scripts, file.path(), file.mode()).send(file.content(), "");
    }
    return new FileUploaded(file.path(), file.content().length, Optional.empty());
  }

  private static FileUploaded failed(String path, FileFailure failure) {
    return new FileUploaded(path, 0, Optional.of(failure));
  }
}
