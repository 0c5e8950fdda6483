package dev.sandpool.files;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import java.util.function.Supplier;

/** A damaged transfer is tried once more; it can happen, twice it should not. */
final class Retry {

  private Retry() {}

  static <T> T onDamage(Supplier<T> transfer) {
    try {
      return transfer.get();
    } catch (FileAccessException e) {
      if (e.reason() != Reason.CORRUPTED) {
        throw e;
      }
      return transfer.get();
    }
  }
}
