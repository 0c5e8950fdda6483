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
 * and SHA-256 of what arrived are those of what was sent.
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
   * @param content read to its end, not closed
   * @return how many bytes were written
   * @throws IOException if reading {@code content} fails; nothing is changed then
   */
  long upload(String path, InputStream content) throws IOException;

  /** A whole file, up to {@value #MAX_READ_BYTES} bytes; {@link #download} has no limit. */
  byte[] readBytes(String path);

  /** A whole UTF-8 text file, up to {@value #MAX_READ_BYTES} bytes. */
  String read(String path);

  /**
   * A page of a UTF-8 text file, by lines. Line ends are kept as they are.
   *
   * @param offset lines to skip, from 0
   * @param limit lines to return at most, at least 1
   */
  TextPage read(String path, long offset, int limit);

  /**
   * Copies a file to a stream in constant memory.
   *
   * @param target written to, not closed
   * @return how many bytes were copied
   * @throws IOException if writing to {@code target} fails
   */
  long download(String path, OutputStream target) throws IOException;

  /** The entries of a directory by name, hidden ones too, without {@code .} and {@code ..}. */
  List<FileInfo> list(String path);

  /** What is known of a file, a directory or a link; links are not followed. */
  FileInfo stat(String path);

  /**
   * Deletes a file, a link, or a directory with all in it.
   *
   * @return whether there was one
   */
  boolean delete(String path);

  /** The most that {@link #readBytes} and {@link #read} return: 64 MiB. */
  int MAX_READ_BYTES = 64 * 1024 * 1024;
}
