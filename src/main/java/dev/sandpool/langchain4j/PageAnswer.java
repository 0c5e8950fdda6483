package dev.sandpool.langchain4j;

import dev.sandpool.TextPage;

/** What a model is told of a page of a file. */
final class PageAnswer {

  private PageAnswer() {}

  /** The lines, as many as fit whole, and how to go on. A first line that is too long is cut. */
  static String of(TextPage page, long offset, int maxBytes) {
    String shown = CutText.toBytes(page.content(), maxBytes);
    if (shown.length() < page.content().length()) {
      return cut(shown, page, offset);
    }
    if (shown.isEmpty()) {
      return "[the file is empty]";
    }
    return page.nextOffset().isEmpty()
        ? shown
        : shown + more(page.totalLines(), page.nextOffset().getAsLong());
  }

  private static String cut(String shown, TextPage page, long offset) {
    int lines = (int) shown.chars().filter(c -> c == '\n').count();
    if (lines == 0) {
      return shown
          + "\n[line "
          + (offset + 1)
          + " is longer; the rest of it was left out]"
          + (offset + 1 < page.totalLines() ? more(page.totalLines(), offset + 1) : "");
    }
    return shown.substring(0, shown.lastIndexOf('\n') + 1)
        + more(page.totalLines(), offset + lines);
  }

  private static String more(long total, long next) {
    return "[the file has " + total + " lines; go on with offset " + next + "]";
  }
}
