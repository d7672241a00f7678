// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;

/** Converts arbitrary bytes to quoted DOT strings of one line and bounded length. */
final class DotText {
  private static final int MAX_LABEL = 60;
  private static final int MAX_TOOLTIP = 1_000;

  private DotText() {}

  static String command(ProcessDeclaration declaration) {
    if (declaration.arguments().isEmpty()) {
      return declaration.executable().display();
    }
    return declaration.arguments().stream().map(Bytes::display).collect(Collectors.joining(" "));
  }

  static String label(String text) {
    return quote(shorten(text, MAX_LABEL));
  }

  static String tooltip(String text) {
    return quote(shorten(text, MAX_TOOLTIP));
  }

  /**
   * Shortens a text. Keeps more of its end, which contains the file name of a path or of a compiler
   * call.
   */
  private static String shorten(String text, int max) {
    int length = text.codePointCount(0, text.length());
    if (length <= max) {
      return text;
    }
    int to = text.offsetByCodePoints(0, max / 4);
    int from = text.offsetByCodePoints(text.length(), -(max / 2));
    return text.substring(0, to) + "..." + text.substring(from);
  }

  /**
   * Quotes a string. Doubles backslashes and spells ampersands out, since Graphviz interprets them.
   */
  static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("&", "&amp;") + '"';
  }
}
