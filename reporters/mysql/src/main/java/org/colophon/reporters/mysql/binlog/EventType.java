package org.colophon.reporters.mysql.binlog;

/** The types of events that matter, by their numbers in the log. */
final class EventType {
  static final int QUERY = 2;
  static final int STOP = 3;
  static final int ROTATE = 4;
  static final int FORMAT_DESCRIPTION = 15;
  static final int XID = 16;
  static final int EXECUTE_LOAD_QUERY = 18;
  static final int TABLE_MAP = 19;
  static final int WRITE_ROWS_V1 = 23;
  static final int UPDATE_ROWS_V1 = 24;
  static final int DELETE_ROWS_V1 = 25;
  static final int INCIDENT = 26;
  static final int ROWS_QUERY = 29;
  static final int WRITE_ROWS = 30;
  static final int UPDATE_ROWS = 31;
  static final int DELETE_ROWS = 32;
  static final int GTID = 33;
  static final int ANONYMOUS_GTID = 34;
  static final int XA_PREPARE = 38;
  static final int PARTIAL_UPDATE_ROWS = 39;
  static final int TRANSACTION_PAYLOAD = 40;
  static final int GTID_TAGGED = 42;

  static final int MARIA_ANNOTATE_ROWS = 160;
  static final int MARIA_GTID = 162;
  static final int MARIA_START_ENCRYPTION = 164;
  static final int MARIA_QUERY_COMPRESSED = 165;
  static final int MARIA_WRITE_ROWS_COMPRESSED_V1 = 166;
  static final int MARIA_UPDATE_ROWS_COMPRESSED_V1 = 167;
  static final int MARIA_DELETE_ROWS_COMPRESSED_V1 = 168;
  static final int MARIA_WRITE_ROWS_COMPRESSED = 169;
  static final int MARIA_UPDATE_ROWS_COMPRESSED = 170;
  static final int MARIA_DELETE_ROWS_COMPRESSED = 171;

  private EventType() {}

  static boolean isGtid(int type) {
    return type == GTID || type == ANONYMOUS_GTID || type == GTID_TAGGED || type == MARIA_GTID;
  }

  static boolean isQuery(int type) {
    return type == QUERY || type == MARIA_QUERY_COMPRESSED;
  }

  static boolean isCompressedRows(int type) {
    return type >= MARIA_WRITE_ROWS_COMPRESSED_V1 && type <= MARIA_DELETE_ROWS_COMPRESSED;
  }

  /** What a rows event does, null if it is none. */
  static RowChange.Kind rows(int type) {
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

  /** Whether a rows event has the header that may be extended. */
  static boolean isSecondVersion(int type) {
    return (type >= WRITE_ROWS && type <= DELETE_ROWS)
        || type == PARTIAL_UPDATE_ROWS
        || (type >= MARIA_WRITE_ROWS_COMPRESSED && type <= MARIA_DELETE_ROWS_COMPRESSED);
  }
}
