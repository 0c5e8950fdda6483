package dev.sandpool.kubernetes;

import dev.sandpool.backend.Hash;
import java.util.regex.Pattern;

/** Values of labels made of any text, as Kubernetes accepts them. */
final class LabelText {

  private static final Pattern FIT =
      Pattern.compile("([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?");
  private static final Pattern UNFIT_CHARACTERS = Pattern.compile("[^A-Za-z0-9._-]+");
  private static final Pattern UNFIT_ENDS = Pattern.compile("^[^A-Za-z0-9]+|[^A-Za-z0-9]+$");
  private static final int LONGEST = 63;
  private static final int HASH_BYTES = 5;

  private LabelText() {}

  /**
   * The text itself where it is fit; else what is fit of it, to be recognised, and a hash of all of
   * it, so that two texts never look alike.
   */
  static String of(String text) {
    if (FIT.matcher(text).matches()) {
      return text;
    }
    String hash = Hash.of(text, HASH_BYTES);
    String fit = ends(UNFIT_CHARACTERS.matcher(text).replaceAll("-"));
    String cut = ends(fit.substring(0, Math.min(fit.length(), LONGEST - hash.length() - 1)));
    return cut.isEmpty() ? hash : cut + "-" + hash;
  }

  private static String ends(String text) {
    return UNFIT_ENDS.matcher(text).replaceAll("");
  }
}
