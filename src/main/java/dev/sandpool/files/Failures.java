package dev.sandpool.files;

import dev.sandpool.ExecFailedException;
import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.FileFailure;
import dev.sandpool.InvalidValueException;
import java.io.IOException;
import java.util.function.Function;

/**
 * Tells what goes wrong with one file of several from what goes wrong with them all: a lost
 * sandbox, an interrupted caller, and commands that cannot be run for two files in a row. Without
 * the last, a long list would wait once for each file of a cluster that does not answer.
 */
final class Failures {

  private static final int MOST_IN_A_ROW = 2;

  private int inARow;

  /** Moves one file. */
  interface Transfer<T> {
    T run() throws IOException;
  }

  /** The result of a transfer, or that of its failure. */
  <T> T caught(Transfer<T> transfer, Function<FileFailure, T> failed) {
    try {
      T done = transfer.run();
      inARow = 0;
      return done;
    } catch (InvalidValueException e) {
      return failed.apply(new FileFailure(FileFailure.INVALID_PATH, e.getMessage()));
    } catch (IOException e) {
      return failed.apply(
          new FileFailure(
              Reason.FAILED.code(), "The content to write could not be read: " + e.getMessage()));
    } catch (FileAccessException e) {
      inARow = 0;
      return failed.apply(new FileFailure(e.code(), e.getMessage()));
    } catch (ExecFailedException e) {
      if (Thread.currentThread().isInterrupted() || ++inARow >= MOST_IN_A_ROW) {
        throw e;
      }
      return failed.apply(new FileFailure(e.code(), e.getMessage()));
    }
  }
}
