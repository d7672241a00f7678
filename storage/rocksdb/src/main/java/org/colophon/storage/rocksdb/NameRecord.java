package org.colophon.storage.rocksdb;

import org.colophon.core.model.Bytes;

/**
 * A record of the paths family, see {@link NameRecords}.
 *
 * @param path the path that was bound, or the top of what a prefix event concerns
 * @param type of a prefix event; {@link #BIND} otherwise
 * @param other where names came from or moved to
 */
record NameRecord(Bytes path, long stamp, int type, long object, Bytes other) {
  static final int BIND = -1;

  boolean isBind() {
    return type == BIND;
  }

  boolean hasCome() {
    return type == NameRecords.CAME || type == NameRecords.SWAPPED;
  }

  boolean hasLeft() {
    return type == NameRecords.MOVED_AWAY || type == NameRecords.SWAPPED;
  }

  /** How a name that came by this event was called before. */
  Bytes originOf(Bytes name) {
    return other.concat(name.slice(path.length(), name.length()));
  }

  /** How a name that left by this event was called afterwards. */
  Bytes destinationOf(Bytes name) {
    return originOf(name);
  }
}
