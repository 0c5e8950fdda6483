package dev.sandpool.files;

import dev.sandpool.FileDownloaded;
import dev.sandpool.FileFailure;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads files into memory, all together no more than one alone may have. */
final class BatchDownload {

  private final ScriptRunner scripts;
  private final Failures failures = new Failures();
  private int left = SandboxFiles.MAX_READ_BYTES;

  BatchDownload(ScriptRunner scripts) {
    this.scripts = scripts;
  }

  List<FileDownloaded> read(List<String> paths) {
    List<FileDownloaded> results = new ArrayList<>(paths.size());
    for (String path : paths) {
      results.add(failures.caught(() -> read(path), failure -> failed(path, failure)));
    }
    return List.copyOf(results);
  }

  private FileDownloaded read(String path) {
    SandboxPaths.requireAbsolute("path", path);
    byte[] content = new Download(scripts, path).bytes(left);
    left -= content.length;
    return new FileDownloaded(path, Optional.of(content), Optional.empty());
  }

  private static FileDownloaded failed(String path, FileFailure failure) {
    return new FileDownloaded(path, Optional.empty(), Optional.of(failure));
  }
}
