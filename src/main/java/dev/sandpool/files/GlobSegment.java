package dev.sandpool.files;

/**
 * Matches one name against one part of a pattern, in time that grows with their product, whatever
 * the pattern.
 */
final class GlobSegment {

  private final int[] pattern;
  private final int[] name;

  private GlobSegment(String pattern, String name) {
    this.pattern = pattern.codePoints().toArray();
    this.name = name.codePoints().toArray();
  }

  static boolean matches(String pattern, String name) {
    return (!name.startsWith(".") || pattern.startsWith(".") || pattern.startsWith("\\."))
        && new GlobSegment(pattern, name).matches();
  }

  /** Only the last star need ever be tried with more: those before it found the earliest place. */
  private boolean matches() {
    int p = 0;
    int n = 0;
    int star = -1;
    int afterStar = 0;
    while (n < name.length) {
      if (p < pattern.length && pattern[p] == '*') {
        star = ++p;
        afterStar = n;
      } else if (p < pattern.length && accepts(p, name[n])) {
        p = end(p);
        n++;
      } else if (star >= 0) {
        p = star;
        n = ++afterStar;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == '*') {
      p++;
    }
    return p == pattern.length;
  }

  private boolean accepts(int p, int c) {
    int close = close(p);
    if (close > p) {
      return inClass(p + 1, close, c);
    }
    return pattern[p] == '?' || literal(p) == c;
  }

  /** Where the element at {@code p} ends. */
  private int end(int p) {
    int close = close(p);
    return close > p ? close + 1 : p + (escapes(p) ? 2 : 1);
  }

  private int literal(int p) {
    return escapes(p) ? pattern[p + 1] : pattern[p];
  }

  private boolean escapes(int p) {
    return pattern[p] == '\\' && p + 1 < pattern.length;
  }

  /** The bracket that closes the class at {@code p}; -1 if there is none, and it is literal. */
  private int close(int p) {
    if (pattern[p] != '[') {
      return -1;
    }
    // A bracket right at the beginning is one of the class.
    for (int i = p + (negated(p + 1) ? 3 : 2); i < pattern.length; i++) {
      if (pattern[i] == ']') {
        return i;
      }
    }
    return -1;
  }

  private boolean negated(int p) {
    return p < pattern.length && (pattern[p] == '!' || pattern[p] == '^');
  }

  private boolean inClass(int start, int close, int c) {
    boolean not = negated(start);
    boolean in = false;
    for (int i = not ? start + 1 : start; i < close; i++) {
      boolean range = i + 2 < close && pattern[i + 1] == '-';
      in |= c >= pattern[i] && c <= pattern[range ? i + 2 : i];
      i += range ? 2 : 0;
    }
    return in != not;
  }
}
