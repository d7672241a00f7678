package org.colophon.service.http;

/**
 * Whether a text can be had in UTF-8. JSON may hold half of a surrogate pair, which has no bytes
 * there, and a replacement would make one name of two.
 */
public final class Surrogates {
  private Surrogates() {}

  /** Whether each surrogate of a text is one of a pair. */
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
