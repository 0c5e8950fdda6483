package dev.sandpool.files;

import dev.sandpool.backend.exec.Scripts;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The scripts, each put together from parts that stand beside this class. */
final class Script {

  static final String WRITE =
      of("stdin.sh", "parents.sh", "target.sh", "receive.sh", "store.sh", "commit.sh");
  static final String RECEIVE = of("parents.sh", "target.sh", "receive.sh", "stream.sh");
  static final String COMMIT = of("target.sh", "commit.sh");
  static final String DISCARD = of("target.sh", "discard.sh");
  static final String DOWNLOAD = of("readable.sh", "download.sh");
  static final String LINES = of("readable.sh", "lines.sh");
  static final String LIST = of("enter.sh", "list.sh");
  static final String TREE = of("enter.sh", "tree.sh");
  static final String GREP = of("enter.sh", "grep.sh");
  static final String MOVE = of("parents.sh", "move.sh");
  static final String STAT = of("stat.sh");
  static final String DELETE = of("delete.sh");

  /** Several files in one go; what does it for one of them is a function here. */
  static final String UNPACK =
      withFunction(
          "put", "unpack.sh", "parents.sh", "target.sh", "receive.sh", "store.sh", "commit.sh");

  static final String UNPACK_DISCARD =
      withFunction("drop", "unpack-discard.sh", "target.sh", "discard.sh");

  private Script() {}

  private static String withFunction(String name, String script, String... body) {
    return part("common.sh") + name + "() {\n" + parts(body) + "}\n" + part(script);
  }

  private static String of(String... parts) {
    return part("common.sh") + parts(parts);
  }

  private static String parts(String... parts) {
    return Arrays.stream(parts).map(Script::part).collect(Collectors.joining());
  }

  private static String part(String name) {
    return Scripts.load(Script.class, name);
  }
}
