package dev.sandpool.mcp.tool;

import java.util.Map;
import java.util.Objects;

/** One tool: what it is called, what it takes and gives, and what it does. */
public final class Tool {

  private final String name;
  private final String title;
  private final String description;
  private final Effect effect;
  private final Schema input;
  private final Schema output;
  private final Action action;

  /** What a tool does. */
  @FunctionalInterface
  interface Action {
    /** Does it in the session's sandbox; blocks. Errors are exceptions of the API. */
    Answer run(Arguments arguments, Visit visit);
  }

  Tool(
      String name,
      String title,
      String description,
      Effect effect,
      Schema input,
      Schema output,
      Action action) {
    this.name = Objects.requireNonNull(name, "name");
    this.title = Objects.requireNonNull(title, "title");
    this.description = Objects.requireNonNull(description, "description");
    this.effect = Objects.requireNonNull(effect, "effect");
    this.input = Objects.requireNonNull(input, "input");
    this.output = Objects.requireNonNull(output, "output");
    this.action = Objects.requireNonNull(action, "action");
  }

  /** What it is called by, in snake case. */
  public String name() {
    return name;
  }

  /** What it is shown as to people. */
  public String title() {
    return title;
  }

  /** What it does, for the model. */
  public String description() {
    return description;
  }

  /** What it does to the sandbox. */
  public Effect effect() {
    return effect;
  }

  /** What it takes. */
  Schema input() {
    return input;
  }

  /** JSON Schema of its arguments. */
  public Map<String, Object> inputSchema() {
    return input.json();
  }

  /** JSON Schema of {@link Answer#content}, where the answer is no error. */
  public Map<String, Object> outputSchema() {
    return output.json();
  }

  Answer run(Map<String, Object> arguments, Visit visit) {
    return action.run(new Arguments(input, arguments), visit);
  }
}
