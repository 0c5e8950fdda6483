package dev.sandpool.backend.exec;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a command's standard input finds its end.
 *
 * @param word what the request says of it
 * @param length how much there must be; empty where nobody said before
 * @param endsChannel whether the end of the channel's input tells, and not the number of bytes
 */
record InputWay(String word, OptionalLong length, boolean endsChannel) {

  /**
   * Chooses. Where the length is known it tells, even if the channel's input could be ended: a
   * supervisor whose input is at its end cannot wait for a reader that is slow.
   *
   * @param counts whether the supervisor can count
   * @param canEnd whether the channel's input can be ended
   */
  static InputWay of(Optional<Stdin> stdin, boolean counts, boolean canEnd) {
    if (stdin.isEmpty()) {
      return new InputWay("none", OptionalLong.empty(), false);
    }
    OptionalLong length = stdin.get().length();
    if (length.isPresent() && counts) {
      return new InputWay(Long.toString(length.getAsLong()), length, false);
    }
    if (canEnd) {
      return new InputWay("open", length, true);
    }
    throw new IllegalStateException(
        "this cluster cannot end standard input (its API server offers only v4.channel.k8s.io), and "
            + (counts ? "the length of the input is not known" : "the image has no head to count"));
  }

  /** Checks, while input is read, that there is not more of it than was said. */
  void requireNoMore(long read) throws IOException {
    if (length.isPresent() && read > length.getAsLong()) {
      throw new IOException("the input is longer than the " + length.getAsLong() + " bytes said");
    }
  }

  /** Checks, at the end of the input, that there was as much of it as was said. */
  void requireAll(long read) throws IOException {
    if (length.isPresent() && read < length.getAsLong()) {
      throw new IOException(
          "the input ended after %d of %d bytes".formatted(read, length.getAsLong()));
    }
  }
}
