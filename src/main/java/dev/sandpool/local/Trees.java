package dev.sandpool.local;

import dev.sandpool.backend.exec.Scripts;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Removes trees that sandboxes wrote, whatever is in them. */
final class Trees {

  private static final Logger LOG = System.getLogger(Trees.class.getName());
  private static final String REMOVE = Scripts.load(Trees.class, "remove.sh");
  private static final int PATIENCE_SECONDS = 10;

  private Trees() {}

  /**
   * Removes a tree, or nothing. A sandbox can nest directories deeper than a path can name, so this
   * is done by {@code rm}, which does not use whole paths. One that takes longer than 10 seconds
   * goes on in the background.
   */
  static void remove(Path tree) {
    if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Process process =
          new ProcessBuilder(List.of("/bin/sh", "-c", REMOVE, "sh", tree.toString()))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0) {
        LOG.log(Level.WARNING, "Files of an ended sandbox could not be removed: {0}", tree);
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "Files of an ended sandbox could not be removed: " + tree, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
