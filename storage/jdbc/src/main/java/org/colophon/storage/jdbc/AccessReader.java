package org.colophon.storage.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;
import org.colophon.storage.common.OperationList;
import org.colophon.storage.common.PlainKinds;
import org.colophon.storage.jdbc.database.Sessions;
import org.colophon.storage.jdbc.database.Values;

/** Reads access intervals, and the operations that they stand for. */
final class AccessReader {
  private static final String SELECT =
      "SELECT process, object, mode, first_lsn, last_lsn, operations, bytes, first_nanos,"
          + " last_nanos, first_operation, first_bytes FROM access WHERE ";

  /** A row of the table. */
  private record Interval(
      long process,
      long object,
      AccessMode mode,
      long firstLsn,
      long lastLsn,
      long operations,
      long bytes,
      long firstNanos,
      long lastNanos,
      OperationKind firstKind,
      long firstBytes) {
    static Interval of(ResultSet row) throws SQLException {
      return new Interval(
          row.getLong(1),
          row.getLong(2),
          Values.value(AccessMode.class, row.getString(3)),
          row.getLong(4),
          Values.lsn(row, 5),
          row.getLong(6),
          row.getLong(7),
          row.getLong(8),
          row.getLong(9),
          Values.value(OperationKind.class, row.getString(10)),
          row.getLong(11));
    }

    /** The last operation stands for all that followed the first. */
    void addOperations(OperationList found) {
      found.operation(firstLsn, firstKind, process, object, firstBytes, firstNanos);
      if (operations >= 2 && lastLsn != Lsn.OPEN) {
        OperationKind kind = PlainKinds.of(mode);
        found.operation(lastLsn, kind, process, object, bytes - firstBytes, lastNanos);
      }
    }
  }

  private final Sessions sessions;

  AccessReader(Sessions sessions) {
    this.sessions = sessions;
  }

  /**
   * Visits intervals after all are read, so that the visitor may call the reader.
   *
   * @param end the column to search: process or object
   */
  void visit(String end, long id, int modes, AccessVisitor visitor) {
    for (Interval each : intervals(SELECT + end + " = ?" + modesIn(modes), id)) {
      visitor.access(
          each.process,
          each.object,
          each.mode,
          each.firstLsn,
          each.lastLsn,
          each.operations,
          each.bytes,
          each.firstNanos,
          each.lastNanos);
    }
  }

  private List<Interval> intervals(String sql, Object... parameters) {
    return sessions.call("reading", session -> session.list(Interval::of, sql, parameters));
  }

  private static String modesIn(int modes) {
    if ((modes & AccessMode.ALL) == AccessMode.ALL) {
      return "";
    }
    List<String> words = new ArrayList<>();
    for (AccessMode mode : AccessMode.values()) {
      if ((mode.bit() & modes) != 0) {
        words.add("'" + Values.word(mode) + "'");
      }
    }
    return words.isEmpty() ? " AND FALSE" : " AND mode IN (" + String.join(", ", words) + ")";
  }

  void visitOperations(long process, long object, OperationVisitor visitor) {
    OperationList.requireEnd(process, object);
    List<Interval> intervals;
    if (process == 0) {
      intervals = intervals(SELECT + "object = ?", object);
    } else if (object == 0) {
      intervals = intervals(SELECT + "process = ?", process);
    } else {
      intervals = intervals(SELECT + "process = ? AND object = ?", process, object);
    }
    OperationList found = new OperationList();
    intervals.forEach(each -> each.addOperations(found));
    found.visit(visitor);
  }
}
