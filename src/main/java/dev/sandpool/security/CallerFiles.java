package dev.sandpool.security;

import dev.sandpool.FileDownloaded;
import dev.sandpool.FileInfo;
import dev.sandpool.FileUpload;
import dev.sandpool.FileUploaded;
import dev.sandpool.Matches;
import dev.sandpool.SandboxFiles;
import dev.sandpool.TextMatch;
import dev.sandpool.TextPage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Files, with each call asked for and noted, and what is moved counted. */
record CallerFiles(SandboxFiles files, String id, Supplier<Access> current)
    implements SandboxFiles {

  @Override
  public void write(String path, byte[] content) {
    access().beginTransfer(Action.FILE_WRITE, id, path);
    access().transferred(content.length);
    files.write(path, content);
  }

  @Override
  public long upload(FileUpload file) throws IOException {
    access().beginTransfer(Action.FILE_WRITE, id, file.path());
    return files.upload(metered(file));
  }

  /** Each is noted when its turn comes: nobody knows them before. */
  @Override
  public List<FileUploaded> uploadAll(Iterable<FileUpload> uploads) {
    access().caller().require(Action.FILE_WRITE);
    access().limits().requireTransfer(access().caller().tenant());
    return files.uploadAll(() -> noted(uploads.iterator()));
  }

  private Iterator<FileUpload> noted(Iterator<FileUpload> uploads) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return uploads.hasNext();
      }

      @Override
      public FileUpload next() {
        FileUpload file = uploads.next();
        begin(Action.FILE_WRITE, file.path());
        return metered(file);
      }
    };
  }

  private FileUpload metered(FileUpload file) {
    return new FileUpload(
        file.path(), new MeteredInput(file.content(), access()::transferred), file.mode());
  }

  @Override
  public List<FileDownloaded> downloadAll(List<String> paths) {
    access().caller().require(Action.FILE_READ);
    access().limits().requireTransfer(access().caller().tenant());
    paths.forEach(path -> begin(Action.FILE_READ, path));
    List<FileDownloaded> all = files.downloadAll(paths);
    all.forEach(each -> each.content().ifPresent(bytes -> access().transferred(bytes.length)));
    return all;
  }

  @Override
  public byte[] readBytes(String path) {
    access().beginTransfer(Action.FILE_READ, id, path);
    byte[] content = files.readBytes(path);
    access().transferred(content.length);
    return content;
  }

  @Override
  public String read(String path) {
    access().beginTransfer(Action.FILE_READ, id, path);
    return counted(files.read(path));
  }

  @Override
  public TextPage read(String path, long offset, int limit) {
    access().beginTransfer(Action.FILE_READ, id, path);
    TextPage page = files.read(path, offset, limit);
    counted(page.content());
    return page;
  }

  private String counted(String text) {
    access().transferred(text.getBytes(StandardCharsets.UTF_8).length);
    return text;
  }

  @Override
  public long download(String path, OutputStream target) throws IOException {
    access().beginTransfer(Action.FILE_READ, id, path);
    return files.download(path, new MeteredOutput(target, access()::transferred));
  }

  @Override
  public List<FileInfo> list(String path) {
    begin(Action.FILE_LIST, path);
    return files.list(path);
  }

  @Override
  public FileInfo stat(String path) {
    begin(Action.FILE_LIST, path);
    return files.stat(path);
  }

  @Override
  public boolean delete(String path) {
    begin(Action.FILE_DELETE, path);
    return files.delete(path);
  }

  @Override
  public int edit(String path, String oldText, String newText, boolean replaceAll) {
    begin(Action.FILE_WRITE, path);
    return files.edit(path, oldText, newText, replaceAll);
  }

  @Override
  public void move(String from, String to) {
    begin(Action.FILE_MOVE, from + "\n" + to);
    files.move(from, to);
  }

  @Override
  public Matches<FileInfo> glob(String pattern, String path) {
    begin(Action.FILE_SEARCH, path);
    return files.glob(pattern, path);
  }

  @Override
  public Matches<TextMatch> grep(String text, String path, String glob, int maxCount) {
    begin(Action.FILE_SEARCH, path);
    return files.grep(text, path, glob, maxCount);
  }

  private void begin(Action action, String path) {
    access().begin(action, Optional.of(id), Optional.ofNullable(path));
  }

  /** Of the request that this is called in. */
  private Access access() {
    return current.get();
  }
}
