package dev.sandpool.files;

import dev.sandpool.backend.exec.Stdin;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Writes one file: into a hidden temporary one beside it, checked there, then renamed. */
final class Upload {

  /** What is small enough to wait in memory, so that it can be sent in one command, or again. */
  static final int SMALL_BYTES = 256 * 1024;

  private final ScriptRunner scripts;
  private final String path;
  private final String mode;

  /** Also part of the temporary name, so that two writers never share one. */
  private final String id = UUID.randomUUID().toString();

  /** Keeps the permission bits of a file that is replaced. */
  Upload(ScriptRunner scripts, String path) {
    this(scripts, path, Optional.empty());
  }

  Upload(ScriptRunner scripts, String path, Optional<String> mode) {
    this.scripts = scripts;
    this.path = path;
    this.mode = mode.orElse("");
  }

  /** Sends bytes; {@code was} is the hash that the old content must have, or empty. */
  void send(byte[] content, String was) {
    Map<String, String> variables = variables(Digest.of(content), was);
    Retry.onDamage(
        () -> {
          cleaning(Call.of(Script.WRITE, path, variables).with(Stdin.of(content)));
          return true;
        });
  }

  /** Sends a stream to its end; returns its size. */
  long send(InputStream content) throws IOException {
    byte[] head = content.readNBytes(SMALL_BYTES);
    if (head.length < SMALL_BYTES) {
      send(head, "");
      return head.length;
    }
    return send(head, content);
  }

  /** Sends what was read of a stream already, and the rest of it; returns the size of all. */
  long send(byte[] head, InputStream content) throws IOException {
    DigestInput source = new DigestInput(head, content);
    Call receive = Call.of(Script.RECEIVE, path, Map.of("sp_id", id, "sp_mode", mode));
    cleaningUp(receive.with(Stdin.of(source)));
    long size = source.digest().size();
    cleaning(Call.of(Script.COMMIT, path, variables(source.digest(), "")));
    return size;
  }

  private Map<String, String> variables(Digest digest, String was) {
    Map<String, String> variables = new HashMap<>();
    variables.put("sp_id", id);
    variables.put("sp_size", Long.toString(digest.size()));
    variables.put("sp_sha", digest.hex());
    variables.put("sp_was", was);
    variables.put("sp_mode", mode);
    return variables;
  }

  private void cleaning(Call call) {
    try {
      cleaningUp(call);
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot fail to be read", e);
    }
  }

  /** A script cleans up behind itself, unless it was killed or never heard of again. */
  private void cleaningUp(Call call) throws IOException {
    boolean tidy = false;
    try {
      ScriptEnd end = scripts.run(call, OutputStream.nullOutputStream());
      tidy = end.tidy();
      end.requireSuccess(path);
    } finally {
      if (!tidy) {
        scripts.cleanUp(Call.of(Script.DISCARD, path, Map.of("sp_id", id)));
      }
    }
  }
}
