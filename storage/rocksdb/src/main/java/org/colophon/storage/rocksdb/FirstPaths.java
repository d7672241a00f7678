package org.colophon.storage.rocksdb;

import java.util.SortedMap;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;

/** The first paths, as many as are asked for, of records that come in order of paths. */
final class FirstPaths {
  private final TreeMap<Bytes, NameRecord> paths = new TreeMap<>();
  private final int limit;

  /**
   * @param limit at least 1
   */
  FirstPaths(int limit) {
    this.limit = limit;
  }

  /** Takes a record, unless it is behind; of one path the latest stays. Whether to go on. */
  boolean offer(NameRecord record) {
    if (isBehind(record.path())) {
      return false;
    }
    paths.merge(record.path(), record, (one, other) -> one.stamp() > other.stamp() ? one : other);
    if (paths.size() > limit) {
      paths.pollLastEntry();
    }
    return true;
  }

  /** Whether enough paths come before this one. */
  boolean isBehind(Bytes path) {
    return paths.size() >= limit && path.compareTo(paths.lastKey()) > 0;
  }

  SortedMap<Bytes, NameRecord> paths() {
    return paths;
  }
}
