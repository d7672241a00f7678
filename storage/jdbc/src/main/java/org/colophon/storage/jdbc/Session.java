package org.colophon.storage.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A connection with the statements prepared on it. One thread at a time. */
class Session implements AutoCloseable {
  /** Makes a value of a row. */
  @FunctionalInterface
  interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  Session(Connection connection) {
    this.connection = connection;
  }

  /** A statement, prepared once. */
  PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  /** For statements of ours without values. */
  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** All rows that a statement finds; parameters are numbers, texts and bytes. */
  <T> List<T> list(Row<T> row, String sql, Object... parameters) throws SQLException {
    PreparedStatement statement = prepare(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    try (ResultSet found = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (found.next()) {
        rows.add(row.of(found));
      }
      return rows;
    }
  }

  /** The first column of the first row, 0 if there is none or it is null. */
  long number(String sql, Object... parameters) throws SQLException {
    List<Long> found = list(row -> row.getLong(1), sql, parameters);
    return found.isEmpty() ? 0 : found.get(0);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
