package dev.sandpool.kubernetes.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Masks what a client sends: each byte is combined with one of the key's four in turn (RFC 6455,
 * section 5.3). Eight bytes go at a time; one at a time takes a third of an upload.
 */
final class Mask {

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Mask() {}

  /**
   * Masks in place, or unmasks.
   *
   * @param key its first byte is the highest
   * @param position how many bytes of the same payload come before these
   */
  static void apply(byte[] bytes, int from, int to, int key, long position) {
    int turned = Integer.reverseBytes(Integer.rotateLeft(key, (int) (position & 3) * Byte.SIZE));
    long word = ((long) turned << Integer.SIZE) | (turned & 0xFFFF_FFFFL);
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      WORDS.set(bytes, i, (long) WORDS.get(bytes, i) ^ word);
    }
    for (; i < to; i++) {
      bytes[i] ^= (byte) word;
      word >>>= Byte.SIZE;
    }
  }
}
