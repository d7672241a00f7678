package org.colophon.storage.graphviz;

import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;

/**
 * Turns bytes that anybody may have chosen into DOT strings: of one line, quoted, of bounded
 * length.
 */
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

  /** The end says more than the begin: paths and compiler calls have their object there. */
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
   * A quoted string. Backslashes are doubled since Graphviz has escapes of its own, and ampersands
   * spelt out since it knows entities.
   */
  static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("&", "&amp;") + '"';
  }
}
