package dev.sandpool.langchain4j;

import dev.sandpool.Sandbox;
import java.util.function.Function;

/** Where a tool has its sandbox from. */
@FunctionalInterface
interface SandboxSource {

  /**
   * Works in the sandbox of a conversation; the answer tells the model if it is a new one where
   * there was another.
   */
  String use(Object memoryId, Function<Sandbox, String> work);
}
