package dev.sandpool.mcp.tool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a tool says to the model.
 *
 * @param text for the model to read
 * @param content the same for programs, by the tool's output schema; empty with an error
 * @param error whether the tool could not do it; the text then says why, and what to do
 */
public record Answer(String text, Map<String, Object> content, boolean error) {

  /** Copies the content. */
  public Answer {
    Objects.requireNonNull(text, "text");
    content = Collections.unmodifiableMap(new LinkedHashMap<>(content));
  }

  static Answer of(String text, Map<String, Object> content) {
    return new Answer(text, content, false);
  }

  /** The tool could not do it. */
  public static Answer failed(String why) {
    return new Answer(why, Map.of(), true);
  }

  /** The same with something said before it. */
  Answer after(String note) {
    return new Answer(note + "\n" + text, content, error);
  }
}
