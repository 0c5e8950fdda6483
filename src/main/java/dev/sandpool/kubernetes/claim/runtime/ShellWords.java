package dev.sandpool.kubernetes.claim.runtime;

import java.util.List;
import java.util.stream.Collectors;

/** Puts arguments in one text, for a reader that takes them apart as a shell does. */
final class ShellWords {

  private ShellWords() {}

  static String join(List<String> words) {
    return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
  }

  /** Between single quotes nothing means anything but the quote, which stands outside of them. */
  private static String quote(String word) {
    return "'" + word.replace("'", "'\"'\"'") + "'";
  }
}
