package dev.sandpool.langchain4j;

import dev.sandpool.Acquired;
import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import java.util.function.Function;

/**
 * One sandbox for each conversation. It is looked up at each call, so that any replica finds it and
 * one that is gone is replaced.
 */
record KeptSandboxes(Sandboxes sandboxes, ConversationRequests requests) implements SandboxSource {

  @Override
  public String use(Object memoryId, Function<Sandbox, String> work) {
    Acquired acquired = sandboxes.getOrCreate(requests.of(memoryId));
    try (Sandbox sandbox = acquired.sandbox()) {
      return notice(acquired) + work.apply(sandbox);
    }
  }

  private static String notice(Acquired acquired) {
    if (!acquired.lostFiles()) {
      return "";
    }
    return "[The sandbox is a new one: "
        + acquired.reason().orElse("it was suspended meanwhile")
        + ". Files and processes from before this call are gone; make again what is needed.]\n";
  }
}
