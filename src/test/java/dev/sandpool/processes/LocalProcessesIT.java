package dev.sandpool.processes;

import dev.sandpool.Sandbox;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on this machine. */
class LocalProcessesIT extends ProcessesContract {

  private static Sandpool sandpool;
  private static Sandbox sandbox;

  @BeforeAll
  static void start() {
    Map<String, String> settings = Map.of("sandpool.pool.min-idle", "0");
    sandpool = Sandpool.start(SandpoolSettings.read(key -> Optional.ofNullable(settings.get(key))));
    sandbox = sandpool.sandboxes().create();
  }

  @AfterAll
  static void stop() {
    sandbox.close();
    sandpool.close();
  }

  @Override
  Sandbox sandbox() {
    return sandbox;
  }
}
