package dev.sandpool;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The files of a sandbox. Paths are absolute and literal: nothing in them is expanded.
 *
 * <p>Methods block. They throw {@link FileAccessException} when the sandbox refuses, {@link
 * InvalidValueException} for a path that can never work, and {@link SandboxLostException} when the
 * sandbox ends meanwhile. A write is all or nothing: the file appears under its name only when size
 * and SHA-256 of what arrived are those of what was sent. A read is checked the same way. A
 * transfer that was damaged, or a file that changed under it, is tried once more where the content
 * is in memory, and is {@link FileAccessException.Reason#CORRUPTED} after that.
 *
 * <p>Writing follows a symbolic link and replaces what it points at; a file that is replaced keeps
 * its permission bits. Devices, pipes and sockets are neither read nor written.
 *
 * <p>Interrupting the caller stops the transfer; the method throws {@link ExecFailedException} and
 * leaves the thread interrupted. A name that is not UTF-8 is listed, and found again, with each
 * such byte as a lone surrogate from {@code U+DC80} to {@code U+DCFF}.
 */
public interface SandboxFiles {

  /** Writes a UTF-8 text, replacing what is there; missing parent directories are made. */
  default void write(String path, String text) {
    write(path, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes, replacing what is there; missing parent directories are made. */
  void write(String path, byte[] content);

  /**
   * Writes what a stream gives until its end, in constant memory.
   *
   * @param content read to its end, not closed; on another thread, so if it blocks for ever, that
   *     thread does
   * @return how many bytes were written
   * @throws IOException if reading {@code content} fails; nothing is changed then
   */
  default long upload(String path, InputStream content) throws IOException {
    return upload(FileUpload.of(path, content));
  }

  /**
   * Writes a file with permission bits, in constant memory.
   *
   * @return how many bytes were written
   * @throws IOException if reading its content fails; nothing is changed then
   */
  long upload(FileUpload file) throws IOException;

  /**
   * Writes many files, small ones together in one go. What goes wrong with one is in its result and
   * does not keep the others from being written; each is whole or not there at all.
   *
   * @param files written in this order; each is asked for, and its content read to the end, before
   *     the next one, so they may come from one stream
   * @return one result for each file, in the same order
   * @throws SandboxLostException if the sandbox ends meanwhile; some may be written
   * @throws ExecFailedException if the thread is interrupted; likewise
   */
  List<FileUploaded> uploadAll(Iterable<FileUpload> files);

  /**
   * Reads many files into memory, small ones together in one go. What goes wrong with one is in its
   * result.
   *
   * @param paths of files with together up to {@value #MAX_READ_BYTES} bytes; one for which no room
   *     is left fails as {@link FileAccessException.Reason#TOO_LARGE}, and {@link #download} can
   *     still have it
   * @return one result for each path, in the same order
   * @throws SandboxLostException if the sandbox ends meanwhile
   * @throws ExecFailedException if the thread is interrupted
   */
  List<FileDownloaded> downloadAll(List<String> paths);

  /** A whole file, up to {@value #MAX_READ_BYTES} bytes; {@link #download} has no limit. */
  byte[] readBytes(String path);

  /** A whole UTF-8 text file, up to {@value #MAX_READ_BYTES} bytes. */
  String read(String path);

  /**
   * A page of a UTF-8 text file, by lines. Line ends are kept as they are.
   *
   * @param offset lines to skip, from 0
   * @param limit lines to return at most, at least 1
   * @throws InvalidValueException if the file has lines, but not that many to skip
   */
  TextPage read(String path, long offset, int limit);

  /**
   * Copies a file to a stream in constant memory. When this throws, {@code target} may have been
   * given a part of the file, or all of it damaged.
   *
   * @param target written to by the calling thread, not closed
   * @return how many bytes were copied
   * @throws IOException if writing to {@code target} fails
   */
  long download(String path, OutputStream target) throws IOException;

  /** The entries of a directory by name, hidden ones too, without {@code .} and {@code ..}. */
  List<FileInfo> list(String path);

  /** What is known of a file, a directory or a link; links are not followed. */
  FileInfo stat(String path);

  /**
   * Deletes a file, a link, or a directory with all in it. Links are not followed. When this
   * throws, a part of a directory may be gone.
   *
   * @return whether there was one
   */
  boolean delete(String path);

  /**
   * Replaces text in a UTF-8 file of up to {@value #MAX_READ_BYTES} bytes.
   *
   * <p>Line ends follow the file: text with LF matches a file with CRLF, which keeps them. Nothing
   * is lost if somebody else writes the file meanwhile: the edit is made on what is there then, or
   * not at all.
   *
   * @param oldText what to replace, literally; not empty
   * @param newText what to put there
   * @param replaceAll whether to replace it everywhere; if not, it must be there exactly once
   * @return how many times it was replaced
   */
  int edit(String path, String oldText, String newText, boolean replaceAll);

  /**
   * Renames a file, a link or a directory. A file that has the new name already is replaced; a
   * directory is not, nor is anything moved into it. Missing parent directories are made.
   */
  void move(String from, String to);

  /**
   * Finds regular files by name, at most {@value #MAX_MATCHES}.
   *
   * <p>A pattern without a slash is for file names at any depth; one with a slash is for the path
   * from {@code path} on, and one that begins with it too. {@code *} and {@code ?} stand for
   * characters other than a slash, {@code **} for directories at any depth, {@code [abc]}, {@code
   * [a-z]} and {@code [!a]} for one character, <code>{a,b}</code> for either, and a backslash takes
   * the next character literally. Names that begin with a dot are found only where the pattern has
   * that dot. Links are not followed; below {@code /}, {@code proc}, {@code sys} and {@code dev}
   * are left out.
   *
   * @param path the directory to look in
   * @throws InvalidValueException if the pattern is empty, has {@code ..} in it, or its braces
   *     stand for more than 1000 patterns
   */
  Matches<FileInfo> glob(String pattern, String path);

  /** Finds lines with a text in all files, at most {@value #MAX_MATCHES}. */
  default Matches<TextMatch> grep(String text, String path) {
    return grep(text, path, "", MAX_MATCHES);
  }

  /**
   * Finds lines with a text, hidden files included, binary ones not.
   *
   * @param text literal, within one line
   * @param path a directory to look in, at any depth, or one file
   * @param glob which files, as in {@link #glob}; empty for all
   * @param maxCount the most matches to return, in all; at least 1
   */
  Matches<TextMatch> grep(String text, String path, String glob, int maxCount);

  /** The most that a search returns: 10,000. */
  int MAX_MATCHES = 10_000;

  /** The most that {@link #readBytes} and {@link #read} return: 64 MiB. */
  int MAX_READ_BYTES = 64 * 1024 * 1024;
}
