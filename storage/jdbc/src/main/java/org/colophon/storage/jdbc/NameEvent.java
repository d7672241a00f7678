package org.colophon.storage.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.colophon.core.model.Bytes;

/**
 * A row of name_event.
 *
 * @param path the path that was bound, or the top of what moved or went
 * @param other where names came from or moved to; null if neither
 */
record NameEvent(long recordNo, long lsn, String kind, long object, Bytes path, Bytes other) {
  static final String BIND = "bind";
  static final String GONE = "gone";
  static final String MOVED_AWAY = "moved_away";
  static final String CAME = "came";
  static final String SWAPPED = "swapped";

  static final String COLUMNS = "record_no, lsn, kind, object, path_bytes, other_bytes";

  static NameEvent of(ResultSet row) throws SQLException {
    byte[] other = row.getBytes(6);
    return new NameEvent(
        row.getLong(1),
        row.getLong(2),
        row.getString(3),
        row.getLong(4),
        Values.bytes(row, 5),
        other == null ? null : Bytes.wrap(other));
  }

  boolean isBind() {
    return kind.equals(BIND);
  }

  boolean hasCome() {
    return kind.equals(CAME) || kind.equals(SWAPPED);
  }

  boolean hasLeft() {
    return kind.equals(MOVED_AWAY) || kind.equals(SWAPPED);
  }

  /** How a name that came or left by this event was called on the other side of it. */
  Bytes elsewhere(Bytes name) {
    return other.concat(name.slice(path.length(), name.length()));
  }
}
