// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import org.jspecify.annotations.Nullable;

/** Event types that Colophon reads, by their numbers in the log. */
public final class EventType {
  public static final int QUERY = 2;
  public static final int STOP = 3;
  public static final int FORMAT_DESCRIPTION = 15;
  public static final int XID = 16;
  public static final int EXECUTE_LOAD_QUERY = 18;
  public static final int TABLE_MAP = 19;
  public static final int WRITE_ROWS_V1 = 23;
  public static final int UPDATE_ROWS_V1 = 24;
  public static final int DELETE_ROWS_V1 = 25;
  public static final int INCIDENT = 26;
  public static final int ROWS_QUERY = 29;
  public static final int WRITE_ROWS = 30;
  public static final int UPDATE_ROWS = 31;
  public static final int DELETE_ROWS = 32;
  public static final int GTID = 33;
  public static final int ANONYMOUS_GTID = 34;
  public static final int XA_PREPARE = 38;
  public static final int PARTIAL_UPDATE_ROWS = 39;
  public static final int TRANSACTION_PAYLOAD = 40;
  public static final int GTID_TAGGED = 42;

  public static final int MARIA_ANNOTATE_ROWS = 160;
  public static final int MARIA_GTID = 162;
  public static final int MARIA_START_ENCRYPTION = 164;
  public static final int MARIA_QUERY_COMPRESSED = 165;
  public static final int MARIA_WRITE_ROWS_COMPRESSED_V1 = 166;
  public static final int MARIA_UPDATE_ROWS_COMPRESSED_V1 = 167;
  public static final int MARIA_DELETE_ROWS_COMPRESSED_V1 = 168;
  public static final int MARIA_WRITE_ROWS_COMPRESSED = 169;
  public static final int MARIA_UPDATE_ROWS_COMPRESSED = 170;
  public static final int MARIA_DELETE_ROWS_COMPRESSED = 171;

  private EventType() {}

  public static boolean isGtid(int type) {
    return type == GTID || type == ANONYMOUS_GTID || type == GTID_TAGGED || type == MARIA_GTID;
  }

  public static boolean isCompressedRows(int type) {
    return type >= MARIA_WRITE_ROWS_COMPRESSED_V1 && type <= MARIA_DELETE_ROWS_COMPRESSED;
  }

  /** Returns the kind of a rows event; null for other types. */
  public static RowChange.@Nullable Kind rows(int type) {
    return switch (type) {
      case WRITE_ROWS_V1, WRITE_ROWS, MARIA_WRITE_ROWS_COMPRESSED_V1, MARIA_WRITE_ROWS_COMPRESSED ->
          RowChange.Kind.INSERT;
      case UPDATE_ROWS_V1,
          UPDATE_ROWS,
          PARTIAL_UPDATE_ROWS,
          MARIA_UPDATE_ROWS_COMPRESSED_V1,
          MARIA_UPDATE_ROWS_COMPRESSED ->
          RowChange.Kind.UPDATE;
      case DELETE_ROWS_V1,
          DELETE_ROWS,
          MARIA_DELETE_ROWS_COMPRESSED_V1,
          MARIA_DELETE_ROWS_COMPRESSED ->
          RowChange.Kind.DELETE;
      default -> null;
    };
  }

  /** Returns whether a rows event has the extensible header. */
  public static boolean isSecondVersion(int type) {
    return (type >= WRITE_ROWS && type <= DELETE_ROWS)
        || type == PARTIAL_UPDATE_ROWS
        || (type >= MARIA_WRITE_ROWS_COMPRESSED && type <= MARIA_DELETE_ROWS_COMPRESSED);
  }
}
