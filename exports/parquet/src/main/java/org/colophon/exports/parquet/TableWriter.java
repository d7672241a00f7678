// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunctionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of a host's tables with a DuckDB in memory, which uses files of a directory
 * beyond its limit of memory. One thread.
 */
final class TableWriter implements AutoCloseable {
  private static final String MEMORY = "1GB";

  /** DuckDB writes NULL in a partition column like this. */
  private static final String NO_DAY = "day=__HIVE_DEFAULT_PARTITION__";

  private final DuckDBConnection connection;
  private int functions;

  /**
   * Opens DuckDB.
   *
   * @throws org.colophon.core.error.ColophonException TOOL_MISSING if its library does not load
   */
  TableWriter(Path scratch) throws SQLException {
    connection = connect();
    try {
      run("SET memory_limit = '%s'".formatted(MEMORY));
      run("SET temp_directory = " + quoted(scratch.resolve("memory").toString()));
      run("SET preserve_insertion_order = false");
      run("SET autoinstall_known_extensions = false");
      run("SET autoload_known_extensions = false");
    } catch (SQLException | RuntimeException | Error e) {
      connection.close();
      throw e;
    }
  }

  private static DuckDBConnection connect() throws SQLException {
    try {
      return (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
    } catch (LinkageError e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw ErrorCode.TOOL_MISSING.exception(
          "the native library of DuckDB does not load: %s; it needs Linux on x86-64 or ARM64 with glibc, and 80 MB in the directory for temporary files, %s"
              .formatted(IoFailure.reason(reason), System.getProperty("java.io.tmpdir")),
          e);
    }
  }

  /**
   * Reads the names of a history, which tables after {@link Table#EDGES} use, and which the history
   * has only after that.
   */
  void readNames(History history) throws SQLException {
    BindingTable.make(connection, history);
  }

  /** Writes the rows that a table lacks into new files. Returns the number of rows. */
  long write(Table table, History history, TableDirectory tables, String host)
      throws SQLException, IOException {
    @Nullable FactRows rows = table.rows(history);
    String function = "facts" + functions++;
    if (rows != null) {
      try (DuckDBTableFunctionBuilder builder = DuckDBFunctions.tableFunction()) {
        builder.withName(function).withFunction(rows).register(connection);
      }
    }
    String existing = tables.pattern(table, host);
    String query = existing == null ? table.all() : table.missing(quoted(existing));
    try {
      return copy(
          table,
          query.replace("facts()", function + "()"),
          tables.staged(table, host),
          history.lastLsn(),
          existing == null);
    } catch (SQLException e) {
      rethrow(rows == null ? null : rows.failure());
      throw e;
    }
  }

  /** Throws the exception of a reader, of which DuckDB has only the text. */
  private static void rethrow(@Nullable Throwable failure) {
    if (failure instanceof RuntimeException known) {
      throw known;
    }
    if (failure instanceof Error known) {
      throw known;
    }
  }

  private long copy(Table table, String query, Path directory, long lastLsn, boolean isFirst)
      throws SQLException, IOException {
    String rows = "SELECT *, %d::BIGINT AS exported_lsn".formatted(lastLsn);
    String name = "%019d-".formatted(lastLsn);
    if (table != Table.EDGES) {
      Path file = directory.resolve(name + "0.parquet");
      long count = write("%s FROM (%s)".formatted(rows, query), file, "");
      if (count == 0 && !isFirst) {
        Files.delete(file);
      }
      return count;
    }
    long count =
        write(
            "%s, first_time::DATE AS day FROM (%s)".formatted(rows, query),
            directory,
            ", PARTITION_BY (day), FILENAME_PATTERN '%s{i}'".formatted(name));
    if (count == 0 && isFirst) { // so that engines know the columns
      String none = "%s FROM (%s) LIMIT 0".formatted(rows, query);
      Path empty = directory.resolve(NO_DAY);
      Files.createDirectories(empty);
      write(none, empty.resolve(name + "0.parquet"), "");
    }
    return count;
  }

  private long write(String query, Path target, String options) throws SQLException {
    return run(
        "COPY (%s) TO %s (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2%s)"
            .formatted(query, quoted(target.toString()), options));
  }

  private long run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeLargeUpdate(sql);
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
