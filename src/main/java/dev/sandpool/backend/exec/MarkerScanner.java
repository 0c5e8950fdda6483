package dev.sandpool.backend.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Finds the supervisor's end marker in one output stream, wherever the transport cuts the bytes.
 *
 * <p>Bytes that may be the marker's beginning are held back until it is clear; the marker starts
 * with a control character that output seldom has and the rest of the marker never has, so hardly
 * anything is. What follows the marker is not the command's.
 */
final class MarkerScanner {

  private static final byte[] NOTHING = {};
  private static final int LONGEST_STATUS = 16;

  private final byte[] marker;
  private final ByteArrayOutputStream status = new ByteArrayOutputStream();
  private byte[] held = NOTHING;
  private byte[] leftover = NOTHING;
  private boolean found;
  private boolean complete;

  MarkerScanner(String marker) {
    this.marker = (marker + " ").getBytes(StandardCharsets.UTF_8);
  }

  /** Takes bytes from the stream; returns those that are the command's output for sure. */
  byte[] feed(byte[] bytes) {
    if (found) {
      readStatus(bytes, 0);
      return NOTHING;
    }
    byte[] data = held.length == 0 ? bytes : concat(held, bytes);
    int end = data.length;
    // A character a byte; the virtual machine searches strings, not arrays, with wide instructions.
    String text = new String(data, StandardCharsets.ISO_8859_1);
    for (int at = text.indexOf(marker[0]); at >= 0; at = text.indexOf(marker[0], at + 1)) {
      int matching = matching(data, at);
      if (matching == marker.length) {
        found = true;
        held = NOTHING;
        readStatus(data, at + marker.length);
        return Arrays.copyOf(data, at);
      }
      if (at + matching == data.length) {
        end = at;
        break;
      }
    }
    held = Arrays.copyOfRange(data, end, data.length);
    return end == data.length ? data : Arrays.copyOf(data, end);
  }

  /** What was held back, for a stream that ends without a marker. */
  byte[] rest() {
    byte[] rest = held;
    held = NOTHING;
    return rest;
  }

  /** The supervisor's word for how the command ended, once it has arrived. */
  Optional<String> status() {
    return complete ? Optional.of(status.toString(StandardCharsets.US_ASCII)) : Optional.empty();
  }

  /** What has arrived behind the status. */
  byte[] leftover() {
    return leftover;
  }

  private void readStatus(byte[] data, int from) {
    if (complete) {
      leftover = concat(leftover, data);
    }
    for (int i = from; i < data.length && !complete; i++) {
      if (data[i] == '\n') {
        complete = true;
        leftover = Arrays.copyOfRange(data, i + 1, data.length);
      } else {
        status.write(data[i]);
        // A status is short. A longer one is a forgery, which must not fill the memory.
        complete = status.size() > LONGEST_STATUS;
      }
    }
  }

  private int matching(byte[] data, int at) {
    int n = 0;
    while (n < marker.length && at + n < data.length && data[at + n] == marker[n]) {
      n++;
    }
    return n;
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
