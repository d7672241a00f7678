// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

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
public class Session implements AutoCloseable {
  /** Converts a row to a value. */
  @FunctionalInterface
  public interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  public final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  public Session(Connection connection) {
    this.connection = connection;
  }

  /** Returns a statement, prepared once. */
  public PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  /** Executes a constant statement. */
  public void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns all rows of a query; parameters are numbers, texts and bytes. */
  public <T> List<T> list(Row<T> row, String sql, Object... parameters) throws SQLException {
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

  /** Returns the first column of the first row; 0 without a row or value. */
  public long number(String sql, Object... parameters) throws SQLException {
    List<Long> found = list(row -> row.getLong(1), sql, parameters);
    return found.isEmpty() ? 0 : found.get(0);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
