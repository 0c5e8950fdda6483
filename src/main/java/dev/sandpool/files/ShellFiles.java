package dev.sandpool.files;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.FileDownloaded;
import dev.sandpool.FileInfo;
import dev.sandpool.FileUpload;
import dev.sandpool.FileUploaded;
import dev.sandpool.InvalidValueException;
import dev.sandpool.Matches;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxPaths;
import dev.sandpool.TextMatch;
import dev.sandpool.TextPage;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The files of any sandbox that can run shell commands. */
public final class ShellFiles implements SandboxFiles {

  private final ScriptRunner scripts;

  /**
   * Makes the files of one sandbox.
   *
   * @param start starts a command in the sandbox, such as {@code ManagedSandbox::start}
   * @param directory where scripts start: one that exists and may be entered, such as {@code /}
   * @param timeout for one transfer from its start to its end; what is not done by then is stopped
   */
  public ShellFiles(
      BiFunction<ShellCommand, ByteSink, RunningCommand> start,
      String directory,
      Duration timeout) {
    this.scripts = new ScriptRunner(start, directory, timeout);
  }

  @Override
  public void write(String path, byte[] content) {
    new Upload(scripts, checked(path)).send(content, "");
  }

  @Override
  public long upload(FileUpload file) throws IOException {
    return new Upload(scripts, checked(file.path()), file.mode()).send(file.content());
  }

  @Override
  public List<FileUploaded> uploadAll(Iterable<FileUpload> files) {
    BatchUpload batch = new BatchUpload(scripts);
    files.forEach(batch::add);
    return batch.finish();
  }

  @Override
  public List<FileDownloaded> downloadAll(List<String> paths) {
    return new BatchDownload(scripts).read(paths);
  }

  @Override
  public byte[] readBytes(String path) {
    return new Download(scripts, checked(path)).bytes();
  }

  @Override
  public String read(String path) {
    return TextReader.decode(path, readBytes(path));
  }

  @Override
  public TextPage read(String path, long offset, int limit) {
    return new TextReader(scripts, checked(path)).page(offset, limit);
  }

  @Override
  public long download(String path, OutputStream target) throws IOException {
    return new Download(scripts, checked(path)).to(target);
  }

  @Override
  public List<FileInfo> list(String path) {
    return new Lookup(scripts, checked(path)).list();
  }

  @Override
  public FileInfo stat(String path) {
    return new Lookup(scripts, checked(path)).stat();
  }

  @Override
  public boolean delete(String path) {
    ScriptEnd end = scripts.run(Call.of(Script.DELETE, path, Map.of("sp_name", named(path))));
    if (end.is(ScriptEnd.NOTHING_THERE)) {
      return false;
    }
    end.requireSuccess(path);
    return true;
  }

  @Override
  public int edit(String path, String oldText, String newText, boolean replaceAll) {
    return new Edit(scripts, checked(path)).replace(oldText, newText, replaceAll);
  }

  @Override
  public void move(String from, String to) {
    Map<String, String> names = Map.of("sp_name", named(from), "sp_to", named(to));
    ScriptEnd end = scripts.run(Call.of(Script.MOVE, from, names));
    // These two are about the new name, all else is about the old one.
    end.requireSuccess(end.is(83) || end.is(84) ? to : from);
  }

  @Override
  public Matches<FileInfo> glob(String pattern, String path) {
    return new Search(scripts, checked(path)).glob(Glob.of("pattern", pattern));
  }

  @Override
  public Matches<TextMatch> grep(String text, String path, String glob, int maxCount) {
    if (maxCount < 1) {
      throw new InvalidValueException("maxCount", maxCount, "give the most to find, 1 or more");
    }
    if (text.isEmpty() || text.contains("\n") || text.contains("\0")) {
      throw new InvalidValueException("text", text, "give a text that one line can have");
    }
    return new Search(scripts, checked(path)).grep(text, glob, maxCount);
  }

  /** A path that names something to take away; rm and mv refuse others too, except busybox's. */
  private static String named(String path) {
    String name = Lookup.clean(checked(path));
    if (name.isEmpty() || name.endsWith("/.") || name.endsWith("/..")) {
      throw new FileAccessException(
          Reason.FAILED,
          path,
          "name the file or directory itself; the root cannot be deleted or moved");
    }
    return name;
  }

  private static String checked(String path) {
    return SandboxPaths.requireAbsolute("path", path);
  }
}
