package dev.sandpool.langchain4j;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxLostException;
import java.util.function.Supplier;

/** Makes text of what goes wrong, which a model can act on; an exception would end the chat. */
final class ToolAnswer {

  private ToolAnswer() {}

  static String of(Supplier<String> work) {
    try {
      return work.get();
    } catch (SandboxLostException e) {
      return "Error: " + e.getMessage() + ". Files and processes are gone. Try once more.";
    } catch (SandboxException | InvalidValueException e) {
      return "Error: " + e.getMessage();
    }
  }
}
