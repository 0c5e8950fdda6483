package dev.sandpool.files;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.InvalidValueException;
import java.nio.charset.StandardCharsets;

/** Replaces text in one file, and only in the content that it looked at. */
final class Edit {

  private final ScriptRunner scripts;
  private final String path;

  Edit(ScriptRunner scripts, String path) {
    this.scripts = scripts;
    this.path = path;
  }

  int replace(String oldText, String newText, boolean all) {
    if (oldText.isEmpty()) {
      throw new InvalidValueException("oldText", oldText, "give the text to replace");
    }
    try {
      return once(oldText, newText, all);
    } catch (FileAccessException e) {
      if (e.reason() != Reason.CHANGED) {
        throw e;
      }
      return once(oldText, newText, all);
    }
  }

  private int once(String oldText, String newText, boolean all) {
    byte[] before = new Download(scripts, path).bytes();
    String text = TextReader.decode(path, before);
    Replacement change = Replacement.in(text, oldText, newText);
    int found = change.count(text);
    if (found == 0) {
      throw new FileAccessException(Reason.TEXT_NOT_FOUND, path, "");
    }
    if (found > 1 && !all) {
      throw new FileAccessException(Reason.TEXT_NOT_UNIQUE, path, found + " times");
    }
    byte[] after = text.replace(change.from(), change.to()).getBytes(StandardCharsets.UTF_8);
    new Upload(scripts, path).send(after, Digest.of(before).hex());
    return found;
  }
}
