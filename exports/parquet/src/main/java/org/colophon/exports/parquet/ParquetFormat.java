// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.document.TableFormat;

/** Parquet files, which DuckDB writes. */
public final class ParquetFormat implements TableFormat {
  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public String description() {
    return "Partitioned Parquet tables for DuckDB, Spark and Trino.";
  }

  @Override
  public void export(
      String storeId, List<HostHistory> histories, Path directory, Consumer<Exported> receiver) {
    Path path = directory.toAbsolutePath().normalize();
    try (TableDirectory tables = TableDirectory.open(path, storeId)) {
      for (HostHistory history : histories) {
        receiver.accept(export(history, tables));
      }
    } catch (IOException e) {
      throw IoFailure.of("export to", path, e);
    } catch (SQLException e) {
      throw failed(path, e);
    }
  }

  private static Exported export(HostHistory history, TableDirectory tables)
      throws IOException, SQLException {
    String host = tables.nameOf(history);
    try (LineageReader reader = history.reader().get()) {
      History facts = History.of(reader);
      tables.requireContinuation(history, facts.lastLsn());
      long rows = 0;
      if (tables.lastLsn(history) < facts.lastLsn()) {
        Files.createDirectories(tables.staging());
        try (TableWriter writer = new TableWriter(tables.staging())) {
          rows += writer.write(Table.EDGES, facts, tables, host);
          writer.readNames(facts);
          rows += writer.write(Table.NODES, facts, tables, host);
          rows += writer.write(Table.NAMES, facts, tables, host);
        }
        tables.commit(history, facts.lastLsn());
      }
      return new Exported(host, facts.lastLsn(), rows);
    }
  }

  private static ColophonException failed(Path path, SQLException e) {
    String reason = String.valueOf(e.getMessage());
    boolean isFull = IoFailure.isDiskFull(new IOException(reason));
    boolean isRefused = reason.contains("Permission denied") || reason.contains("Read-only");
    ErrorCode code =
        isFull ? ErrorCode.DISK_FULL : isRefused ? ErrorCode.NOT_PERMITTED : ErrorCode.IO_FAILED;
    String shown = isFull ? IoFailure.reason(new IOException(reason)) : reason;
    return code.exception("cannot export to %s: %s".formatted(path, shown), e);
  }
}
