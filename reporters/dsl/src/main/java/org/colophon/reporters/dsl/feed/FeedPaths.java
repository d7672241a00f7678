// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/** Normalizes names for the sink: absolute paths without dots, or names with a scheme. */
final class FeedPaths {
  private static final byte[] SCHEME = {':', '/', '/'};
  private static final Bytes SLASH = Bytes.of("/");
  private static final Bytes DOT = Bytes.of(".");
  private static final Bytes DOTS = Bytes.of("..");

  private FeedPaths() {}

  /**
   * Returns the name of a path.
   *
   * @param directory base of relative paths; absolute
   */
  static Bytes normal(Bytes path, Bytes directory) {
    if (hasScheme(path) || isPlain(path)) {
      return path;
    }
    List<Bytes> parts = new ArrayList<>();
    if (path.at(0) != '/') {
      walk(parts, directory);
    }
    walk(parts, path);
    Bytes joined = Bytes.EMPTY;
    for (Bytes part : parts) {
      joined = joined.concat(SLASH).concat(part);
    }
    return joined.isEmpty() ? SLASH : joined;
  }

  /** Returns whether the path is absolute and normalized. */
  private static boolean isPlain(Bytes path) {
    if (path.at(0) != '/') {
      return false;
    }
    for (int i = 1; i < path.length(); i++) {
      byte b = path.at(i);
      if (path.at(i - 1) == '/' && (b == '/' || b == '.')) {
        return false;
      }
    }
    return path.at(path.length() - 1) != '/';
  }

  private static boolean hasScheme(Bytes path) {
    int colon = path.indexOf(':', 0);
    if (colon < 2 || colon + SCHEME.length > path.length()) {
      return false;
    }
    for (int i = 0; i < colon; i++) {
      if (!Character.isLetterOrDigit(path.at(i) & 0xff)) {
        return false;
      }
    }
    return path.slice(colon, colon + SCHEME.length).equals(Bytes.copyOf(SCHEME));
  }

  private static void walk(List<Bytes> parts, Bytes path) {
    int from = 0;
    while (from <= path.length()) {
      int slash = path.indexOf('/', from);
      int end = slash < 0 ? path.length() : slash;
      step(parts, path.slice(from, end));
      from = end + 1;
    }
  }

  private static void step(List<Bytes> parts, Bytes part) {
    if (part.equals(DOTS)) {
      if (!parts.isEmpty()) {
        parts.remove(parts.size() - 1);
      }
    } else if (!part.isEmpty() && !part.equals(DOT)) {
      parts.add(part);
    }
  }
}
