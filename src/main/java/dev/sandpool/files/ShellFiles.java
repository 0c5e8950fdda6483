package dev.sandpool.files;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.FileInfo;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxPaths;
import dev.sandpool.TextPage;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.IOException;
import java.io.InputStream;
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
  public long upload(String path, InputStream content) throws IOException {
    return new Upload(scripts, checked(path)).send(content);
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
    String name = Lookup.clean(checked(path));
    if (name.isEmpty() || name.endsWith("/.") || name.endsWith("/..")) {
      // rm refuses them too, except busybox's.
      throw new FileAccessException(
          Reason.FAILED, path, "name the file or directory itself; the root cannot be deleted");
    }
    ScriptEnd end = scripts.run(Call.of(Script.DELETE, path, Map.of("sp_name", name)));
    if (end.is(ScriptEnd.NOTHING_THERE)) {
      return false;
    }
    end.requireSuccess(path);
    return true;
  }

  private static String checked(String path) {
    return SandboxPaths.requireAbsolute("path", path);
  }
}
