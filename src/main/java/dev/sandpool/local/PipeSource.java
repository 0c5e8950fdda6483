package dev.sandpool.local;

import java.io.IOException;
import java.nio.file.Path;

/** Gives named pipes for the output of processes. */
@FunctionalInterface
interface PipeSource {

  /** A pipe that nobody has used; whoever takes it deletes the name. */
  Path take() throws IOException;
}
