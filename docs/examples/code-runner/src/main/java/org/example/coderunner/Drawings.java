package org.example.coderunner;

import dev.sandpool.ExecResult;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxException;
import dev.sandpool.cdi.WithSandbox;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletionStage;

/** Turns code into the file that it writes, without a thread that waits for it. */
@ApplicationScoped
public class Drawings {

  /**
   * Runs code.
   *
   * @param code a Python script that writes the file {@code drawing}
   * @param sandbox null; the call's own is put there, and lives until the file has been read
   */
  @WithSandbox("python")
  public CompletionStage<byte[]> draw(String code, Sandbox sandbox) {
    sandbox.files().write("/workspace/main.py", code);
    return sandbox.executeAsync("python3 main.py").thenApply(result -> drawing(result, sandbox));
  }

  private static byte[] drawing(ExecResult result, Sandbox sandbox) {
    if (!result.succeeded()) {
      throw new SandboxException("The code failed: " + result.output(), null);
    }
    return sandbox.files().readBytes("/workspace/drawing");
  }
}
