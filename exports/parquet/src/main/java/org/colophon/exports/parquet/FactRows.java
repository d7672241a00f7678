// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.util.List;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a query of DuckDB reads while they are made. Each row has numbers, then texts. Used by
 * one query. Its threads take turns to read rows into buffers of their own, which they give to
 * DuckDB at the same time.
 */
abstract class FactRows implements DuckDBTableFunction<FactRows, FactRows, RowBuffer> {
  /** A number that is NULL in the table. */
  static final long UNKNOWN = RowBuffer.UNKNOWN;

  /**
   * An estimate with which DuckDB hashes the smaller side of a join, which these rows never are.
   */
  private static final long MANY = 100_000_000;

  /** Chunks that a thread reads in its turn. */
  private static final int CHUNKS = 8;

  private final List<String> numbers;
  private final List<String> texts;

  /** That of the thread whose turn it is. */
  private RowBuffer buffer;

  private @Nullable Throwable failure;

  /** Constructs rows with columns of these names. */
  FactRows(List<String> numbers, List<String> texts) {
    this.numbers = numbers;
    this.texts = texts;
    this.buffer = newBuffer();
  }

  private RowBuffer newBuffer() {
    return new RowBuffer(numbers.size(), texts.size());
  }

  /** Adds the rows of the next process or object to the buffer. Returns false if there is none. */
  abstract boolean readNext();

  final RowBuffer buffer() {
    return buffer;
  }

  final void number(long value) {
    buffer.number(value);
  }

  final void text(@Nullable String value) {
    buffer.text(value);
  }

  /** Returns the exception that ended the query; null if there was none. */
  final synchronized @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public final FactRows bind(DuckDBTableFunctionBindInfo info) {
    numbers.forEach(each -> info.addResultColumn(each, DuckDBColumnType.BIGINT));
    texts.forEach(each -> info.addResultColumn(each, DuckDBColumnType.VARCHAR));
    info.setCardinality(MANY, false);
    return this;
  }

  @Override
  public final FactRows init(DuckDBTableFunctionInitInfo info) {
    info.setMaxThreads(Runtime.getRuntime().availableProcessors());
    return this;
  }

  @Override
  public final RowBuffer localInit(DuckDBTableFunctionInitInfo info) {
    return newBuffer();
  }

  @Override
  public final long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out) {
    try {
      RowBuffer rows = info.getLocalInitData();
      if (rows.rows() == 0) {
        read(rows, CHUNKS * out.capacity());
      }
      return rows.give(out);
    } catch (RuntimeException | Error e) {
      fail(e);
      throw e;
    }
  }

  private synchronized void read(RowBuffer rows, long count) {
    buffer = rows;
    boolean isMore = true;
    while (isMore && rows.rows() < count) {
      isMore = readNext();
    }
  }

  private synchronized void fail(Throwable reason) {
    failure = reason;
  }
}
