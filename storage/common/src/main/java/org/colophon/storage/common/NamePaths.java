// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/** Path arithmetic on bytes. */
public final class NamePaths {
  private static final byte SLASH = '/';

  private NamePaths() {}

  /** Returns a directory's path without the slash at its end; the root keeps it. */
  public static Bytes withoutSlash(Bytes directory) {
    int end = directory.length() - 1;
    return end > 0 && directory.at(end) == SLASH ? directory.slice(0, end) : directory;
  }

  /** Returns the path and every directory above it, the path first. */
  public static List<Bytes> prefixesOf(Bytes path) {
    List<Bytes> prefixes = new ArrayList<>();
    prefixes.add(path);
    for (int i = 0; i < path.length() - 1; i++) {
      if (path.at(i) == SLASH) {
        prefixes.add(path.slice(0, Math.max(1, i)));
      }
    }
    return prefixes;
  }

  /** Returns the path that a path at or below {@code from} has after a move to {@code to}. */
  public static Bytes move(Bytes path, Bytes from, Bytes to) {
    return to.concat(path.slice(from.length(), path.length()));
  }
}
