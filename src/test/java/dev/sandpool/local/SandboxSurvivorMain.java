package dev.sandpool.local;

import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import java.nio.file.Path;

/** A JVM that has a sandbox with a process in it and waits to be killed. */
final class SandboxSurvivorMain {

  private SandboxSurvivorMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    LocalFixture fixture =
        LocalFixture.start(
            LocalFixture.settings(
                Path.of(arguments[0]), LocalSettings.IsolationChoice.valueOf(arguments[1])));
    ManagedSandbox sandbox = fixture.backend().create(LocalFixture.spec());
    TestCommand.run(sandbox, "trap '' TERM HUP; sleep 27182818 & true");
    System.out.println("init " + ((LocalSandbox) sandbox).initPid());
    Thread.sleep(60_000);
  }
}
