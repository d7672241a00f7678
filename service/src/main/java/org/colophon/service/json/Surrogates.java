// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.json;

/** Checks for unpaired surrogates, which JSON may contain but UTF-8 cannot encode. */
public final class Surrogates {
  private Surrogates() {}

  /** Returns whether every surrogate of a text is paired. */
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
