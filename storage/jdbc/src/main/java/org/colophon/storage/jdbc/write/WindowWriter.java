// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.write;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.storage.common.facts.AccessInterval;
import org.colophon.storage.jdbc.database.Dml;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.StoreState;
import org.colophon.storage.jdbc.database.Values;
import org.jspecify.annotations.Nullable;

/** Writes a window into a session's transaction. The write may be retried after a rollback. */
final class WindowWriter {
  private final Session session;
  private final Window window;
  private final SwappedPaths swapped;

  WindowWriter(Session session, Window window, SwappedPaths swapped) {
    this.session = session;
    this.window = window;
    this.swapped = swapped;
  }

  void write() throws SQLException {
    writeNodes(Statements.PROCESSES, window.processes, window.ends);
    writeNodes(Statements.OBJECTS, window.objects, window.objectNames);
    write(Statements.INSERT_FORMER_IDENTITY, window.formerIdentities);
    writeAccesses();
    for (Map.Entry<Dml, List<Object[]>> each : window.facts.entrySet()) {
      write(each.getKey(), each.getValue());
    }
    new ExchangedNames(session, window, swapped).write();
    lockState();
  }

  private List<Object[]> write(Dml statement, List<Object[]> rows) throws SQLException {
    return rows.isEmpty() ? rows : statement.execute(session, rows);
  }

  /**
   * Writes the declared processes or objects. Ids ascend, so ids above all stored ones are new.
   *
   * @param rows declarations by id
   * @param later values that may change without a declaration, by id; each row ends with the id
   */
  private void writeNodes(
      Statements.OfNodes statements, Map<Long, Object[]> rows, Map<Long, Object[]> later)
      throws SQLException {
    long last = session.number("SELECT MAX(id) FROM " + statements.table());
    int width = statements.change().types().length() - 1;
    List<Object[]> added = new ArrayList<>();
    List<Object[]> known = new ArrayList<>();
    List<Object[]> replacing = new ArrayList<>();
    List<Object[]> changes = new ArrayList<>();
    later.forEach(
        (id, change) -> {
          if (!rows.containsKey(id) || id <= last) {
            changes.add(change);
          }
        });
    rows.forEach(
        (id, row) -> {
          if (id > last) {
            added.add(with(row, later.get(id), width));
          } else {
            Object hash = row[statements.hash()];
            known.add(row);
            replacing.add(new Object[] {id, hash == null ? 0L : hash});
          }
        });
    write(statements.keepIdentity(), replacing);
    for (Object[] missed : write(statements.update(), known)) {
      added.add(with(missed, null, width));
    }
    write(statements.insert(), added);
    write(statements.change(), changes);
  }

  private static Object[] with(Object[] row, Object @Nullable [] change, int width) {
    Object[] all = Arrays.copyOf(row, row.length + width);
    if (change != null) {
      System.arraycopy(change, 0, all, row.length, width);
    }
    return all;
  }

  private void writeAccesses() throws SQLException {
    write(
        Statements.INSERT_ACCESS,
        window.accesses.begun().stream().map(WindowWriter::inserted).toList());
    List<Object[]> updates =
        window.accesses.continued().stream().map(WindowWriter::updated).toList();
    if (!write(Statements.UPDATE_ACCESS, updates).isEmpty()) {
      writeOrphans();
    }
  }

  private static Object[] inserted(AccessInterval access) {
    AccessInterval.Key key = access.key;
    return new Object[] {
      key.process(),
      key.object(),
      Values.word(key.mode()),
      key.firstLsn(),
      Values.lsn(access.lastLsn),
      access.count,
      access.bytes,
      Values.nullIfZero(access.firstNanos),
      Values.nullIfZero(access.lastNanos),
      Values.word(access.firstKind),
      access.firstBytes
    };
  }

  private static Object[] updated(AccessInterval access) {
    AccessInterval.Key key = access.key;
    return new Object[] {
      Values.lsn(access.lastLsn),
      access.count,
      access.bytes,
      Values.nullIfZero(access.lastNanos),
      key.process(),
      key.object(),
      Values.word(key.mode()),
      key.firstLsn()
    };
  }

  /** Writes intervals whose first operation is missing. */
  private void writeOrphans() throws SQLException {
    String exists =
        "SELECT COUNT(*) FROM access WHERE process = ? AND object = ? AND mode = ?"
            + " AND first_lsn = ?";
    List<Object[]> orphans = new ArrayList<>();
    for (AccessInterval each : window.accesses.continued()) {
      AccessInterval.Key key = each.key;
      String mode = Values.word(key.mode());
      if (session.number(exists, key.process(), key.object(), mode, key.firstLsn()) == 0) {
        orphans.add(inserted(each));
      }
    }
    write(Statements.INSERT_ACCESS, orphans);
  }

  private void lockState() throws SQLException {
    StoreState after = window.after();
    StoreState before = window.before;
    Object[] row = {
      after.lsn(), after.records(), after.operations(), before.lsn(), before.records()
    };
    if (!Statements.HOLD.execute(session, List.<Object[]>of(row)).isEmpty()) {
      throw ErrorCode.ADAPTER_FAILED.exception(
          "the tables no longer end at LSN "
              + before.lsn()
              + ", which was written last; another program changed them");
    }
  }
}
