// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Paths as lists of segments between slashes. Segments may be empty. */
final class Segments {
  private static final byte SLASH = '/';

  private Segments() {}

  /** Returns at least one segment; the first of an absolute path is empty. */
  static List<Bytes> of(Bytes path) {
    List<Bytes> segments = new ArrayList<>();
    int from = 0;
    for (int to = path.indexOf(SLASH, 0); to >= 0; to = path.indexOf(SLASH, from)) {
      segments.add(path.slice(from, to));
      from = to + 1;
    }
    segments.add(path.slice(from, path.length()));
    return segments;
  }

  /**
   * Returns whether a directory has a node of its own. An empty path, or one with a slash at its
   * end, means only the paths below the node before the slash.
   */
  static boolean isNode(Bytes directory) {
    return !directory.isEmpty() && directory.at(directory.length() - 1) != SLASH;
  }

  /** Returns the path above a directory without a node of its own; null for the root. */
  static @Nullable Bytes above(Bytes directory) {
    return directory.isEmpty() ? null : directory.slice(0, directory.length() - 1);
  }

  /** Joins a path and a segment; returns the segment for a null path. */
  static Bytes join(@Nullable Bytes path, Bytes segment) {
    if (path == null) {
      return segment;
    }
    byte[] joined = new byte[path.length() + 1 + segment.length()];
    path.copyTo(joined, 0);
    joined[path.length()] = SLASH;
    segment.copyTo(joined, path.length() + 1);
    return Bytes.wrap(joined);
  }
}
