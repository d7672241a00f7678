// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.storage.common.ByteStrings;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.Sessions;
import org.colophon.storage.jdbc.database.Values;
import org.jspecify.annotations.Nullable;

/** Reads declarations of processes and objects. */
final class NodeReader {
  private static final String PROCESS =
      "SELECT id, pid, identity, executable_bytes, arguments_bytes, directory_bytes, start_nanos,"
          + " declared_lsn, end_lsn, end_nanos, exit_status FROM process WHERE id = ?";
  private static final String OBJECT =
      "SELECT id, kind, identity, label_bytes, declared_lsn FROM object WHERE id = ?";

  private final Sessions sessions;

  NodeReader(Sessions sessions) {
    this.sessions = sessions;
  }

  private <T> List<T> list(Session.Row<T> row, String sql, Object... parameters) {
    return sessions.call("reading", session -> session.list(row, sql, parameters));
  }

  @Nullable ProcessInfo process(long id) {
    List<ProcessInfo> found = list(NodeReader::process, PROCESS, id);
    return found.isEmpty() ? null : found.get(0);
  }

  private static ProcessInfo process(ResultSet row) throws SQLException {
    ProcessDeclaration declaration =
        new ProcessDeclaration(
            Values.bytes(row, 3),
            row.getLong(2),
            Values.bytes(row, 4),
            ByteStrings.split(row.getBytes(5)),
            Values.bytes(row, 6),
            row.getLong(7));
    return new ProcessInfo(
        row.getLong(1),
        declaration,
        row.getLong(8),
        Values.lsn(row, 9),
        row.getLong(10),
        row.getInt(11));
  }

  @Nullable ObjectInfo object(long id) {
    List<ObjectInfo> found = list(NodeReader::object, OBJECT, id);
    return found.isEmpty() ? null : found.get(0);
  }

  private static ObjectInfo object(ResultSet row) throws SQLException {
    ObjectDeclaration declaration =
        new ObjectDeclaration(
            Values.value(ObjectKind.class, row.getString(2)),
            Values.bytes(row, 3),
            Values.bytes(row, 4));
    return new ObjectInfo(row.getLong(1), declaration, row.getLong(5));
  }

  /**
   * Returns the id of a present or former identity, 0 if unknown.
   *
   * @param table process or object
   */
  long byIdentity(String table, Bytes identity) {
    if (identity.isEmpty()) {
      return 0;
    }
    long hash = Values.hash(identity);
    byte[] bytes = identity.toArray();
    String present = "SELECT MAX(id) FROM " + table + " WHERE identity_hash = ? AND identity = ?";
    String former =
        "SELECT MAX(id) FROM former_identity WHERE identity_hash = ? AND identity = ?"
            + " AND of_kind = ?";
    return sessions.call(
        "reading",
        session -> {
          long id = session.number(present, hash, bytes);
          return id != 0 ? id : session.number(former, hash, bytes, table);
        });
  }

  /** Returns the processes that had a pid. Processes without a pid are not found. */
  List<Long> processesWithPid(long pid) {
    return list(row -> row.getLong(1), "SELECT id FROM process WHERE pid = ? ORDER BY id", pid);
  }

  /** Returns the processes of an executable, of which the index has the display text. */
  List<Long> processesOf(Bytes executable) {
    String sql = "SELECT id FROM process WHERE executable = ? AND executable_bytes = ? ORDER BY id";
    return list(row -> row.getLong(1), sql, Values.text(executable), executable.toArray());
  }
}
