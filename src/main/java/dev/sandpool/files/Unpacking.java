package dev.sandpool.files;

import dev.sandpool.ExecFailedException;
import dev.sandpool.FileAccessException;
import dev.sandpool.backend.exec.Stdin;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Small files that are written by one command. */
final class Unpacking {

  /** Of each file: a status, and what the tools said of paths of up to 4 KiB. */
  private static final int MOST_SAID = 64 * 1024;

  private final ScriptRunner scripts;
  private final List<SmallFile> files;
  private final Map<String, String> variables = new HashMap<>();

  Unpacking(ScriptRunner scripts, List<SmallFile> files) {
    this.scripts = scripts;
    this.files = files;
    variables.put("sp_id", UUID.randomUUID().toString());
    variables.put("sp_was", "");
    variables.put("sp_seen", "");
    variables.put("sp_count", Integer.toString(files.size()));
    for (int i = 0; i < files.size(); i++) {
      variables.put("sp_" + i, described(files.get(i)));
    }
  }

  /**
   * Writes them.
   *
   * @return how that ended for each; empty where nothing was heard of it
   */
  List<Optional<ScriptEnd>> run() {
    BoundedBytes said = new BoundedBytes(files.get(0).path(), MOST_SAID * files.size());
    boolean tidy = false;
    try {
      ScriptEnd end = scripts.run(call(Script.UNPACK).with(Stdin.of(contents())), said);
      tidy = end.tidy();
    } catch (FileAccessException | IOException e) {
      // What was said until then counts.
    } catch (ExecFailedException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
    } finally {
      if (!tidy) {
        scripts.cleanUp(call(Script.UNPACK_DISCARD));
      }
    }
    return ends(said.toByteArray());
  }

  private Call call(String script) {
    return Call.of(script, files.get(0).path(), variables);
  }

  private byte[] contents() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    files.forEach(file -> all.writeBytes(file.content()));
    return all.toByteArray();
  }

  private static String described(SmallFile file) {
    Digest digest = Digest.of(file.content());
    return String.join(
        " ", Long.toString(digest.size()), digest.hex(), file.mode().orElse("-"), file.path());
  }

  private List<Optional<ScriptEnd>> ends(byte[] said) {
    List<Optional<ScriptEnd>> ends = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < said.length && ends.size() < files.size(); i++) {
      if (said[i] == 0) {
        ends.add(end(FileNames.decode(java.util.Arrays.copyOfRange(said, from, i))));
        from = i + 1;
      }
    }
    ends.addAll(Collections.nCopies(files.size() - ends.size(), Optional.empty()));
    return ends;
  }

  private static Optional<ScriptEnd> end(String record) {
    String[] parts = record.split(" ", 2);
    try {
      return Optional.of(
          new ScriptEnd(
              OptionalInt.of(Integer.parseInt(parts[0])),
              parts.length > 1 ? parts[1].strip() : ""));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
