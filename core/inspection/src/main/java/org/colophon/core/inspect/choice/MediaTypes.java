// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.choice;

import java.util.List;

/** Patterns of media types, such as {@code text/*}. */
final class MediaTypes {
  private MediaTypes() {}

  static boolean matches(List<String> patterns, String type) {
    return patterns.stream().anyMatch(pattern -> matches(pattern, type));
  }

  private static boolean matches(String pattern, String type) {
    if (pattern.equals("*/*") || pattern.equals(type)) {
      return true;
    }
    return pattern.endsWith("/*") && type.startsWith(pattern.substring(0, pattern.length() - 1));
  }
}
