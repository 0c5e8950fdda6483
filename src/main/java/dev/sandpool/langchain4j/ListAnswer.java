package dev.sandpool.langchain4j;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a model is told of things found: a line for each, as many as the limits allow. */
record ListAnswer(ToolLimits limits) {

  private static final String MORE = "[there is or may be more; ask for less at a time]";

  <T> String of(List<T> items, Function<T, String> line, boolean truncated) {
    int shown = Math.min(items.size(), limits.matches());
    String all = items.stream().limit(shown).map(line).collect(Collectors.joining("\n"));
    String text = CutText.toBytes(all, limits.outputBytes());
    if (truncated || shown < items.size() || text.length() < all.length()) {
      return text + "\n" + MORE;
    }
    return items.isEmpty() ? "[nothing]" : text;
  }
}
