package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/** Paths as lists of what stands between their slashes, which may be empty. */
final class Segments {
  private static final byte SLASH = '/';

  private Segments() {}

  /** At least one; the first of an absolute path is empty. */
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
   * Whether a path as a folder is itself and what lies below it. One that is empty or ends with a
   * slash is only what lies below the path before that slash, in which it is no node of its own.
   */
  static boolean isNode(Bytes folder) {
    return !folder.isEmpty() && folder.at(folder.length() - 1) != SLASH;
  }

  /** What a folder that is no node of its own lies below; null for the root. */
  static Bytes above(Bytes folder) {
    return folder.isEmpty() ? null : folder.slice(0, folder.length() - 1);
  }

  /** Joins a path and a segment below it; below nothing the segment stands alone. */
  static Bytes join(Bytes path, Bytes segment) {
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
