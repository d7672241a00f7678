// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.names;

import java.util.SortedMap;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.storage.common.NameEvent;

/** The first paths, up to a limit, of events that arrive in order of paths. */
final class FirstPaths {
  private final TreeMap<Bytes, NameEvent> paths = new TreeMap<>();
  private final int limit;

  FirstPaths(int limit) {
    this.limit = limit;
  }

  /** Adds an event, and keeps the latest of each path. Returns whether later paths may fit. */
  boolean offer(NameEvent event) {
    if (isBehind(event.path())) {
      return false;
    }
    paths.merge(
        event.path(), event, (one, other) -> one.position() > other.position() ? one : other);
    if (paths.size() > limit) {
      paths.pollLastEntry();
    }
    return true;
  }

  /** Returns whether enough paths come before this one. */
  boolean isBehind(Bytes path) {
    return paths.size() >= limit && path.compareTo(paths.lastKey()) > 0;
  }

  SortedMap<Bytes, NameEvent> paths() {
    return paths;
  }
}
