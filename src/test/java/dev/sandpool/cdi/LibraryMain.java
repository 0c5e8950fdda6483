package dev.sandpool.cdi;

import dev.sandpool.Sandbox;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

/** A program that uses the library in Weld SE, as it is found on the class path. */
public final class LibraryMain {

  private LibraryMain() {}

  /** Prints what a sandbox of a call and those of two conversations printed. */
  public static void main(String[] arguments) {
    try (SeContainer container = SeContainerInitializer.newInstance().initialize()) {
      Pool pool = new Pool.Literal("default", Dependent.class);
      try (var handle = container.select(Sandbox.class, pool).getHandle()) {
        System.out.print(handle.get().execute("echo hello from $PWD").output());
      }
      Sandbox kept = container.select(Sandbox.class, new Conversation.Literal("default")).get();
      ConversationKeys.with("a", () -> kept.execute("echo kept for a > note"));
      System.out.print(ConversationKeys.with("a", () -> kept.execute("cat note").output()));
      System.out.print(
          ConversationKeys.with("b", () -> kept.execute("cat note || echo none for b").stdout()));
    }
  }
}
