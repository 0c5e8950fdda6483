package dev.sandpool.mcp.tool;

import dev.sandpool.OutputChunk;
import dev.sandpool.OutputListener;

/** Keeps the beginning and the end of what it is given, in bounded memory. */
final class OutputExcerpt implements OutputListener {

  private final int most;
  private final StringBuilder head = new StringBuilder();
  private final StringBuilder tail = new StringBuilder();
  private long omitted;

  /** Keeps so many characters. */
  OutputExcerpt(int most) {
    this.most = most;
  }

  @Override
  public void onOutput(OutputChunk chunk) {
    add(chunk.text());
  }

  synchronized void add(String text) {
    int room = Math.min(text.length(), most - head.length());
    if (tail.isEmpty() && omitted == 0 && room == text.length()) {
      head.append(text);
      return;
    }
    if (tail.isEmpty() && omitted == 0) {
      // The first that does not fit: from here on the second half is the end, not the beginning.
      head.append(text, 0, room);
      int half = beforePair(head, most / 2);
      tail.append(head, half, head.length());
      head.setLength(half);
      tail.append(text, room, text.length());
    } else {
      tail.append(text);
    }
    if (tail.length() > 2L * most) {
      trim();
    }
  }

  private void trim() {
    int surplus = tail.length() - (most - head.length());
    if (surplus > 0) {
      int cut = afterPair(tail, surplus);
      omitted += cut;
      tail.delete(0, cut);
    }
  }

  /** How many characters are left out. */
  synchronized long omitted() {
    trim();
    return omitted;
  }

  /** What was kept, with a mark where something is left out. */
  synchronized String text() {
    trim();
    return omitted == 0
        ? head.toString() + tail
        : head + "\n[… " + omitted + " characters left out …]\n" + tail;
  }

  private static int beforePair(CharSequence text, int at) {
    return at > 0 && Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
  }

  private static int afterPair(CharSequence text, int at) {
    return at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
  }
}
