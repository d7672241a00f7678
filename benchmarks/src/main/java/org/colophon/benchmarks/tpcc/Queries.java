// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tpcc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A client's connection, on which each statement is prepared once. One thread. */
final class Queries implements AutoCloseable {
  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private long statements;

  Queries(Connection connection) throws SQLException {
    this.connection = connection;
    connection.setAutoCommit(false);
  }

  /** Returns the number of statements, including ends of transactions. */
  long statements() {
    return statements;
  }

  int update(String sql, Object... values) throws SQLException {
    return bind(sql, values).executeUpdate();
  }

  /** Returns the values in the first column of all rows. */
  List<Integer> numbers(String sql, Object... values) throws SQLException {
    List<Integer> numbers = new ArrayList<>();
    try (ResultSet rows = bind(sql, values).executeQuery()) {
      while (rows.next()) {
        numbers.add(rows.getInt(1));
      }
    }
    return numbers;
  }

  /**
   * Returns the first column of the first row. Returns {@code otherwise} if the result has no rows.
   */
  double number(double otherwise, String sql, Object... values) throws SQLException {
    try (ResultSet rows = bind(sql, values).executeQuery()) {
      return rows.next() ? rows.getDouble(1) : otherwise;
    }
  }

  private PreparedStatement bind(String sql, Object... values) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    statements++;
    return statement;
  }

  void commit() throws SQLException {
    statements++;
    connection.commit();
  }

  void rollback() throws SQLException {
    statements++;
    connection.rollback();
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement statement : prepared.values()) {
      statement.close();
    }
    connection.close();
  }
}
