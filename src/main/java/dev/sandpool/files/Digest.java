package dev.sandpool.files;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Size and SHA-256 of bytes that pass by. */
final class Digest {

  private final MessageDigest sha;
  private long size;

  Digest() {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static Digest of(byte[] bytes) {
    Digest digest = new Digest();
    digest.add(bytes, 0, bytes.length);
    return digest;
  }

  synchronized void add(byte[] bytes, int offset, int length) {
    sha.update(bytes, offset, length);
    size += length;
  }

  synchronized long size() {
    return size;
  }

  /** The hash of all so far; once. */
  synchronized String hex() {
    return HexFormat.of().formatHex(sha.digest());
  }
}
