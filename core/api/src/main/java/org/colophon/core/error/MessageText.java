// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.error;

import java.util.Locale;

/** Formats parts of messages for users. */
public final class MessageText {
  private MessageText() {}

  /**
   * Returns a count with thousands separators and its noun, which is plural unless the count is 1.
   */
  public static String count(long number, String noun) {
    String ending = noun.endsWith("s") || noun.endsWith("y") ? "es" : "s";
    String stem = noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "i" : noun;
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? noun : stem + ending);
  }
}
