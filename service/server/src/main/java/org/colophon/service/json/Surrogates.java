package org.colophon.service.json;

/** Check for unpaired surrogates, which JSON may contain and UTF-8 cannot encode. */
public final class Surrogates {
  private Surrogates() {}

  /** Returns true if every surrogate of a text is paired. */
  public static boolean arePaired(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
