package dev.sandpool.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Makes named pipes for the output of processes.
 *
 * <p>The pipes that the JDK makes itself cannot be let go of while a thread reads them and some
 * background process holds their other end; a channel opened on a named one can.
 */
final class Fifos implements PipeSource {

  private static final int AT_ONCE = 32;

  private final Path directory;
  private final Queue<Path> ready = new ConcurrentLinkedQueue<>();
  private int made;

  /**
   * Makes none yet.
   *
   * @param directory where they are until they are taken; nobody else may write there
   */
  Fifos(Path directory) {
    this.directory = directory;
  }

  @Override
  public Path take() throws IOException {
    Path fifo = ready.poll();
    return fifo != null ? fifo : makeMore();
  }

  private synchronized Path makeMore() throws IOException {
    Path other = ready.poll();
    if (other != null) {
      return other;
    }
    List<String> command = new ArrayList<>(List.of(HostTools.require("mkfifo"), "-m", "600"));
    List<Path> fresh = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      fresh.add(directory.resolve("out" + ++made));
      command.add(fresh.get(i).toString());
    }
    run(command);
    ready.addAll(fresh.subList(1, AT_ONCE));
    return fresh.get(0);
  }

  private static void run(List<String> command) throws IOException {
    try {
      int status = new ProcessBuilder(command).start().waitFor();
      if (status != 0) {
        throw new IOException("mkfifo ended with status " + status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while making pipes", e);
    }
  }
}
