package dev.sandpool.files;

/**
 * What to replace by what, with the line ends of the file that it is for.
 *
 * @param from not empty
 * @param to what comes instead
 */
record Replacement(String from, String to) {

  private static final String LF = "\n";
  private static final String CRLF = "\r\n";

  /** As given, unless the text has it only with other line ends, or has only CRLF ones. */
  static Replacement in(String text, String from, String to) {
    Replacement asGiven = new Replacement(from, to);
    Replacement crlf = new Replacement(crlf(from), crlf(to));
    if (text.contains(CRLF) && crlf(text).equals(text)) {
      return crlf;
    }
    if (text.contains(from)) {
      return asGiven;
    }
    return text.contains(crlf.from) ? crlf : new Replacement(lf(from), lf(to));
  }

  int count(String text) {
    int found = 0;
    for (int at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + from.length())) {
      found++;
    }
    return found;
  }

  private static String crlf(String text) {
    return lf(text).replace(LF, CRLF);
  }

  private static String lf(String text) {
    return text.replace(CRLF, LF);
  }
}
