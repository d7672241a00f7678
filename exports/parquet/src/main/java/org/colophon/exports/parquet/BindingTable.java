// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.naming.ObjectNames;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * A temporary table of the names that objects had, without the names of contents. A store reads all
 * names together much faster than those of one object after another. One thread.
 */
final class BindingTable {
  private final History history;
  private final ObjectNames names;
  private final DuckDBAppender rows;

  private BindingTable(History history, DuckDBAppender rows) {
    this.history = history;
    this.names = new ObjectNames(history.scan());
    this.rows = rows;
  }

  /** Makes the table, after the edges were read. */
  static void make(DuckDBConnection connection, History history) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TEMP TABLE bindings(
            object BIGINT, path VARCHAR, from_lsn BIGINT, until_lsn BIGINT, shown BOOLEAN)""");
    }
    try (DuckDBAppender rows = connection.createAppender("temp", "main", "bindings")) {
      new BindingTable(history, rows).addAll();
    }
  }

  private void addAll() throws SQLException {
    LineageReader reader = history.scan();
    try {
      reader.objectsNamed(any -> true, Lsn.LATEST, this::add);
      for (long id = reader.lastObject() + 1; id <= history.objects().length(); id++) {
        add(id, reader.namesOf(id)); // used, but not declared before a crash
      }
    } catch (RowFailure e) {
      throw e.reason;
    }
  }

  private void add(long object, List<NameBinding> all) {
    List<NameBinding> places =
        all.stream()
            .filter(each -> !FileDigest.isName(each.path()) && each.fromLsn() <= history.lastLsn())
            .toList();
    if (!places.isEmpty()) {
      Bytes shown = names.nameOf(places, object, history.lastLsn());
      boolean isFirst = true;
      for (NameBinding each : places) {
        boolean isShown = isFirst && each.path().equals(shown);
        isFirst &= !isShown;
        add(each, isShown);
      }
    }
  }

  private void add(NameBinding binding, boolean isShown) {
    long end = history.ended(binding.toLsn());
    try {
      rows.beginRow()
          .append(binding.object())
          .append(binding.path().toString())
          .append(binding.fromLsn());
      DuckDBAppender next = end == FactRows.UNKNOWN ? rows.appendNull() : rows.append(end);
      next.append(isShown).endRow();
    } catch (SQLException e) {
      throw new RowFailure(e);
    }
  }

  /** A failure of DuckDB within a visit of a reader. */
  private static final class RowFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final SQLException reason;

    RowFailure(SQLException reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
