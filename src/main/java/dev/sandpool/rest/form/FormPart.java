package dev.sandpool.rest.form;

import java.io.InputStream;
import java.util.Optional;

/**
 * One part of a form.
 *
 * @param name of the field
 * @param filename what the client calls the file, if it sends one
 * @param content to be read before the next part is asked for
 */
public record FormPart(String name, Optional<String> filename, InputStream content) {

  /**
   * The path that the content is for: the name, unless only the file name is a path. That is the
   * other common way to say it, with a field that is called {@code file}.
   */
  public String path() {
    return filename.filter(file -> !name.startsWith("/")).orElse(name);
  }
}
