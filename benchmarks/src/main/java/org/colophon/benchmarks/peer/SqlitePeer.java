// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.agrona.collections.LongLongConsumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.OperationKind;

/**
 * SQLite store. Operations are in LSN order, which is the row id. Each direction has a covering
 * index, so that a lineage step never reads the table. Large transactions are committed without a
 * sync; {@link #sync} makes a checkpoint with a sync.
 */
final class SqlitePeer implements PeerStore {
  private static final int ROWS_PER_COMMIT = 200_000;
  private static final int ROWS_PER_BATCH = 1_000;
  private static final int EXIT_MODE = 100;
  private static final String[] SETTINGS = {
    "PRAGMA page_size=4096",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=OFF",
    "PRAGMA cache_size=-524288",
    "PRAGMA temp_store=MEMORY",
    "PRAGMA mmap_size=8589934592"
  };
  private static final String[] SCHEMA = {
    "CREATE TABLE IF NOT EXISTS operation(lsn INTEGER PRIMARY KEY, process INTEGER,"
        + " object INTEGER, mode INTEGER, kind INTEGER, bytes INTEGER, time INTEGER)",
    "CREATE INDEX IF NOT EXISTS by_object ON operation(object, mode, lsn, process)",
    "CREATE INDEX IF NOT EXISTS by_process ON operation(process, mode, lsn, object)"
  };

  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement ofObject;
  private final PreparedStatement ofProcess;
  private int rows;

  SqlitePeer(Path directory) {
    try {
      connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("operations.db"));
      execute(SETTINGS);
      execute(SCHEMA);
      connection.setAutoCommit(false);
      insert = connection.prepareStatement("INSERT INTO operation VALUES(?,?,?,?,?,?,?)");
      ofObject =
          connection.prepareStatement(
              "SELECT process, max(lsn) FROM operation INDEXED BY by_object"
                  + " WHERE object=? AND mode=? AND lsn<=? GROUP BY process");
      ofProcess =
          connection.prepareStatement(
              "SELECT object, max(lsn) FROM operation INDEXED BY by_process"
                  + " WHERE process=? AND mode=? AND lsn<=? GROUP BY object");
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private void execute(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public void operation(
      long lsn, long process, long object, OperationKind kind, long bytes, long timeNanos) {
    insert(lsn, process, object, kind.mode().code(), kind.code(), bytes, timeNanos);
  }

  @Override
  public void exit(long lsn, long process, int status, long timeNanos) {
    insert(lsn, process, 0, EXIT_MODE, 0, 0, timeNanos);
  }

  private void insert(
      long lsn, long process, long object, int mode, int kind, long bytes, long timeNanos) {
    try {
      insert.setLong(1, lsn);
      insert.setLong(2, process);
      insert.setLong(3, object);
      insert.setInt(4, mode);
      insert.setInt(5, kind);
      insert.setLong(6, bytes);
      insert.setLong(7, timeNanos);
      insert.addBatch();
      rows++;
      if (rows % ROWS_PER_BATCH == 0) {
        insert.executeBatch();
      }
      if (rows % ROWS_PER_COMMIT == 0) {
        connection.commit();
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void processesOf(long object, int mode, long boundLsn, LongLongConsumer visitor) {
    query(ofObject, object, mode, boundLsn, visitor);
  }

  @Override
  public void objectsOf(long process, int mode, long boundLsn, LongLongConsumer visitor) {
    query(ofProcess, process, mode, boundLsn, visitor);
  }

  private static void query(
      PreparedStatement query, long node, int mode, long boundLsn, LongLongConsumer visitor) {
    try {
      query.setLong(1, node);
      query.setInt(2, mode);
      query.setLong(3, boundLsn);
      try (ResultSet found = query.executeQuery()) {
        while (found.next()) {
          visitor.accept(found.getLong(1), found.getLong(2));
        }
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public long operationsOfObject(long object) {
    return count("SELECT count(*) FROM operation INDEXED BY by_object WHERE object=", object);
  }

  @Override
  public long operationsOfProcess(long process) {
    return count(
        "SELECT count(*) FROM operation INDEXED BY by_process WHERE mode<>"
            + EXIT_MODE
            + " AND process=",
        process);
  }

  private long count(String query, long node) {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query + node)) {
      return found.getLong(1);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void sync() {
    try {
      insert.executeBatch();
      connection.commit();
      connection.setAutoCommit(true);
      execute("PRAGMA synchronous=FULL", "PRAGMA wal_checkpoint(TRUNCATE)");
      execute("PRAGMA synchronous=OFF");
      connection.setAutoCommit(false);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.commit();
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static ColophonException failed(SQLException e) {
    return ErrorCode.IO_FAILED.exception("SQLite: " + e.getMessage(), e);
  }
}
