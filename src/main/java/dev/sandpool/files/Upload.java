package dev.sandpool.files;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sandpool.backend.exec.Stdin;
import dev.sandpool.files.ScriptRunner.Call;
import java.io.ByteArrayOutputStream;
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

  /** Of a SHA-256 in hexadecimal. */
  private static final int HASH_LENGTH = 64;

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
    Map<String, String> variables = variables(Digest.of(content), was, "");
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
    ByteArrayOutputStream seen = new BoundedBytes(path, HASH_LENGTH);
    cleaningUp(receive.with(Stdin.of(source)), seen);
    long size = source.digest().size();
    cleaning(Call.of(Script.COMMIT, path, variables(source.digest(), "", seen.toString(US_ASCII))));
    return size;
  }

  /** {@code seen} is the hash that the sandbox made of what came, or empty. */
  private Map<String, String> variables(Digest digest, String was, String seen) {
    Map<String, String> variables = new HashMap<>();
    variables.put("sp_id", id);
    variables.put("sp_size", Long.toString(digest.size()));
    variables.put("sp_sha", digest.hex());
    variables.put("sp_was", was);
    variables.put("sp_seen", seen);
    variables.put("sp_mode", mode);
    return variables;
  }

  private void cleaning(Call call) {
    try {
      cleaningUp(call, OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot fail to be read", e);
    }
  }

  /** A script cleans up behind itself, unless it was killed or never heard of again. */
  private void cleaningUp(Call call, OutputStream output) throws IOException {
    boolean tidy = false;
    try {
      ScriptEnd end = scripts.run(call, output);
      tidy = end.tidy();
      end.requireSuccess(path);
    } finally {
      if (!tidy) {
        scripts.cleanUp(Call.of(Script.DISCARD, path, Map.of("sp_id", id)));
      }
    }
  }
}
