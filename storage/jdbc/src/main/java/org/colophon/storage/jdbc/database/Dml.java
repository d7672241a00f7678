// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.io.ByteArrayInputStream;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement that changes rows, with the types of its parameters: {@code l} a long, {@code t} a
 * text, {@code b} bytes, {@code o} a boolean. A null is an unknown value.
 */
public record Dml(String sql, String types) {
  /** Maximum length of a value. Longer values must be streamed to H2. */
  private static final int MAX_VALUE_BYTES = 1 << 20;

  private static final int CHUNK = 1_000;

  /** Creates an insertion, with one type for each column. */
  public static Dml insert(String table, String types, String columns) {
    String marks = "?" + ", ?".repeat(types.length() - 1);
    return new Dml("INSERT INTO %s (%s) VALUES (%s)".formatted(table, columns, marks), types);
  }

  /**
   * Runs the statement for each row.
   *
   * @return the rows for which the statement changed nothing; meaningless for inserts
   */
  public List<Object[]> execute(Session session, List<Object[]> rows) throws SQLException {
    List<Object[]> missed = new ArrayList<>();
    PreparedStatement statement = session.prepare(sql);
    for (int from = 0; from < rows.size(); from += CHUNK) {
      List<Object[]> chunk = rows.subList(from, Math.min(rows.size(), from + CHUNK));
      for (Object[] row : chunk) {
        bind(statement, row);
        statement.addBatch();
      }
      int[] changed = statement.executeBatch();
      for (int i = 0; i < changed.length; i++) {
        if (changed[i] == 0) {
          missed.add(chunk.get(i));
        }
      }
    }
    return missed;
  }

  private void bind(PreparedStatement statement, Object[] row) throws SQLException {
    for (int i = 0; i < row.length; i++) {
      Object value = row[i];
      int at = i + 1;
      if (value == null) {
        statement.setNull(at, sqlType(types.charAt(i)));
      } else if (value instanceof Long number) {
        statement.setLong(at, number);
      } else if (value instanceof String text) {
        statement.setString(at, text);
      } else if (value instanceof Boolean flag) {
        statement.setBoolean(at, flag);
      } else {
        bindBytes(statement, at, (byte[]) value);
      }
    }
  }

  private static void bindBytes(PreparedStatement statement, int at, byte[] value)
      throws SQLException {
    if (value.length <= MAX_VALUE_BYTES) {
      statement.setBytes(at, value);
    } else {
      statement.setBinaryStream(at, new ByteArrayInputStream(value), value.length);
    }
  }

  private static int sqlType(char type) {
    return switch (type) {
      case 'l' -> Types.BIGINT;
      case 't' -> Types.VARCHAR;
      case 'b' -> Types.BINARY;
      default -> Types.BOOLEAN;
    };
  }

  @Override
  public String toString() {
    return sql;
  }
}
