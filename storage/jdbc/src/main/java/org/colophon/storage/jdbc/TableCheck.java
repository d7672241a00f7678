// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.function.LongConsumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.storage.jdbc.database.Engine;
import org.colophon.storage.jdbc.database.Schema;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.StoreState;

/** Reads every value of every table, so the database verifies the checksums of its pages. */
final class TableCheck {
  private static final int FETCHED_ROWS = 1_000;

  private final Engine engine;
  private final LongConsumer checkedBytes;
  private long bytes;

  TableCheck(Engine engine, LongConsumer checkedBytes) {
    this.engine = engine;
    this.checkedBytes = checkedBytes;
  }

  /** Returns the LSN up to which the tables are complete. */
  long run() {
    engine.requireStore();
    Session session = null;
    try {
      session = engine.connect();
      Schema schema = new Schema(engine);
      StoreState held = readState(schema, session);
      engine.prepareToScan(session);
      for (String table : schema.ownTables()) {
        read(session, table);
        checkedBytes.accept(bytes);
      }
      return held.lsn();
    } catch (SQLException e) {
      throw engine.translate(e, "verifying");
    } finally {
      engine.closeQuietly(session);
    }
  }

  /**
   * Returns the state. Reports missing tables as damage, since H2 opens a file that lost its newest
   * pages as an older one.
   */
  private StoreState readState(Schema schema, Session session) throws SQLException {
    try {
      return schema.check(session);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      throw ErrorCode.STORE_CORRUPT.exception(
          "the tables are missing from " + engine + "; restore the directory from a copy", e);
    }
  }

  private void read(Session session, String table) throws SQLException {
    try (Statement statement = session.connection.createStatement()) {
      statement.setFetchSize(FETCHED_ROWS);
      try (ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
        while (rows.next()) {
          readRow(rows);
        }
      }
    }
  }

  private void readRow(ResultSet rows) throws SQLException {
    for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
      int type = rows.getMetaData().getColumnType(column);
      boolean isBytes = type == Types.BINARY || type == Types.VARBINARY || type == Types.BLOB;
      byte[] value = isBytes ? rows.getBytes(column) : null;
      boolean isNull = isBytes ? value == null : rows.getObject(column) == null;
      bytes += isNull ? 0 : value == null ? Long.BYTES : value.length;
    }
  }
}
