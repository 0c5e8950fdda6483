package dev.sandpool.files;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;

/** What a script says of the content that it printed, against what arrived. */
final class Report {

  private Report() {}

  static void check(String path, ScriptEnd end, Digest arrived) {
    String[] said = end.line(0).split(" ", 2);
    if (said.length == 2 && said[1].equals(arrived.hex())) {
      return;
    }
    throw new FileAccessException(
        Reason.CORRUPTED,
        path,
        said[0].equals("changed")
            ? "the file changed while it was read"
            : arrived.size() + " bytes arrived, and they are not those that the file has now");
  }
}
