package dev.sandpool.processes;

import dev.sandpool.backend.exec.Scripts;

/** The scripts. Each begins with {@code common.sh}, which finds the process's directory. */
final class Script {

  static final String START =
      "sp_run='"
          + Scripts.load(Script.class, "run.sh").replace("'", "'\\''")
          + "'\n"
          + Scripts.load(Script.class, "start.sh");
  static final String LIST = Scripts.load(Script.class, "list.sh");
  static final String OUTPUT = of("output.sh");
  static final String WRITE = of("write.sh");
  static final String END_INPUT = of("end-input.sh");
  static final String STOP = of("stop.sh");

  private Script() {}

  private static String of(String name) {
    return Scripts.load(Script.class, "common.sh") + Scripts.load(Script.class, name);
  }
}
