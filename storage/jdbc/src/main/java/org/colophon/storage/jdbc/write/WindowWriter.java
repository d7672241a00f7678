package org.colophon.storage.jdbc.write;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.storage.jdbc.database.Dml;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.StoreState;
import org.colophon.storage.jdbc.database.Values;

/** Writes a window into a session's transaction. It may be retried after a rollback. */
final class WindowWriter {
  private static final int PROCESS_HASH = 6;
  private static final int OBJECT_HASH = 3;

  private final Session session;
  private final Window window;
  private final SwappedPaths swapped;

  WindowWriter(Session session, Window window, SwappedPaths swapped) {
    this.session = session;
    this.window = window;
    this.swapped = swapped;
  }

  void write() throws SQLException {
    writeProcesses();
    writeObjects();
    write(Statements.INSERT_FORMER_IDENTITY, window.formerIdentities);
    writeAccesses();
    for (Map.Entry<Dml, List<Object[]>> each : window.facts.entrySet()) {
      write(each.getKey(), each.getValue());
    }
    new ExchangedNames(session, window, swapped).write();
    hold();
  }

  private List<Object[]> write(Dml statement, List<Object[]> rows) throws SQLException {
    return rows.isEmpty() ? rows : statement.execute(session, rows);
  }

  /** Ids ascend, so ids above all stored ones are new. */
  private void writeProcesses() throws SQLException {
    long last = session.number("SELECT MAX(id) FROM process");
    List<Object[]> added = new ArrayList<>();
    List<Object[]> known = new ArrayList<>();
    List<Object[]> replacing = new ArrayList<>();
    List<Object[]> ends = new ArrayList<>();
    window.ends.forEach(
        (id, end) -> {
          if (!window.processes.containsKey(id) || id <= last) {
            ends.add(end);
          }
        });
    window.processes.forEach(
        (id, row) -> {
          if (id > last) {
            added.add(withEnd(row, window.ends.get(id)));
          } else {
            known.add(row);
            replacing.add(replacing(id, row[PROCESS_HASH]));
          }
        });
    write(Statements.KEEP_PROCESS_IDENTITY, replacing);
    for (Object[] missed : write(Statements.UPDATE_PROCESS, known)) {
      added.add(withEnd(missed, null));
    }
    write(Statements.INSERT_PROCESS, added);
    write(Statements.END_PROCESS, ends);
  }

  private static Object[] withEnd(Object[] row, Object[] end) {
    Object[] all = Arrays.copyOf(row, row.length + 3);
    if (end != null) {
      System.arraycopy(end, 0, all, row.length, 3);
    }
    return all;
  }

  private static Object[] replacing(long id, Object hash) {
    return new Object[] {id, hash == null ? 0L : hash};
  }

  private void writeObjects() throws SQLException {
    long last = session.number("SELECT MAX(id) FROM object");
    List<Object[]> added = new ArrayList<>();
    List<Object[]> known = new ArrayList<>();
    List<Object[]> replacing = new ArrayList<>();
    List<Object[]> named = new ArrayList<>();
    window.objectNames.forEach(
        (id, name) -> {
          if (!window.objects.containsKey(id) || id <= last) {
            named.add(name);
          }
        });
    window.objects.forEach(
        (id, row) -> {
          if (id > last) {
            added.add(withName(row, window.objectNames.get(id)));
          } else {
            known.add(row);
            replacing.add(replacing(id, row[OBJECT_HASH]));
          }
        });
    write(Statements.KEEP_OBJECT_IDENTITY, replacing);
    for (Object[] missed : write(Statements.UPDATE_OBJECT, known)) {
      added.add(withName(missed, null));
    }
    write(Statements.INSERT_OBJECT, added);
    write(Statements.NAME_OBJECT, named);
  }

  private static Object[] withName(Object[] row, Object[] name) {
    Object[] all = Arrays.copyOf(row, row.length + 1);
    all[row.length] = name == null ? null : name[0];
    return all;
  }

  private void writeAccesses() throws SQLException {
    List<Object[]> rows = new ArrayList<>(window.begun.size());
    window.begun.values().forEach(row -> rows.add(row.inserted()));
    write(Statements.INSERT_ACCESS, rows);
    rows.clear();
    window.continued.values().forEach(row -> rows.add(row.updated()));
    if (!write(Statements.UPDATE_ACCESS, rows).isEmpty()) {
      writeOrphans();
    }
  }

  /** Writes intervals whose first operation is missing. */
  private void writeOrphans() throws SQLException {
    String exists =
        "SELECT COUNT(*) FROM access WHERE process = ? AND object = ? AND mode = ?"
            + " AND first_lsn = ?";
    List<Object[]> orphans = new ArrayList<>();
    for (Map.Entry<AccessRow.Key, AccessRow> each : window.continued.entrySet()) {
      AccessRow.Key key = each.getKey();
      String mode = Values.word(key.mode());
      if (session.number(exists, key.process(), key.object(), mode, key.firstLsn()) == 0) {
        orphans.add(each.getValue().inserted());
      }
    }
    write(Statements.INSERT_ACCESS, orphans);
  }

  private void hold() throws SQLException {
    StoreState after = window.after();
    StoreState before = window.before;
    Object[] row = {
      after.lsn(), after.records(), after.operations(), before.lsn(), before.records()
    };
    if (!Statements.HOLD.execute(session, List.<Object[]>of(row)).isEmpty()) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "the tables no longer end at LSN "
              + before.lsn()
              + ", which was written last; another program changed them");
    }
  }
}
