// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongArrayList;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a query of DuckDB reads while they are made. Each row has numbers, then texts. Holds
 * the rows of one process or object at a time. Used by one query, whose threads take turns here and
 * work on the rows at the same time.
 */
abstract class FactRows implements DuckDBTableFunction<FactRows, FactRows, FactRows> {
  /** A number that is NULL in the table. */
  static final long UNKNOWN = Long.MIN_VALUE;

  /**
   * An estimate with which DuckDB hashes the smaller side of a join, which these rows never are.
   */
  private static final long MANY = 100_000_000;

  private final List<String> numbers;
  private final List<String> texts;
  private final LongArrayList numberCells = new LongArrayList();
  private final List<@Nullable String> textCells = new ArrayList<>();
  private int given;
  private @Nullable Throwable failure;

  /** Constructs rows with columns of these names. */
  FactRows(List<String> numbers, List<String> texts) {
    this.numbers = numbers;
    this.texts = texts;
  }

  /** Adds the rows of the next process or object. Returns false if there is none. */
  abstract boolean readNext();

  final void number(long value) {
    numberCells.addLong(value);
  }

  /** Returns the number of numbers that are held. */
  final int size() {
    return numberCells.size();
  }

  final long get(int cell) {
    return numberCells.getLong(cell);
  }

  final void set(int cell, long value) {
    numberCells.setLong(cell, value);
  }

  final void text(@Nullable String value) {
    textCells.add(value);
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
  public final long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out) {
    try {
      return fill(out);
    } catch (RuntimeException | Error e) {
      fail(e);
      throw e;
    }
  }

  private synchronized void fail(Throwable reason) {
    failure = reason;
  }

  private synchronized int fill(DuckDBDataChunkWriter out) {
    boolean isMore = true;
    while (isMore && rows() - given < out.capacity()) {
      forgetGiven();
      isMore = readNext();
    }
    int count = (int) Math.min(out.capacity(), rows() - given);
    for (int column = 0; column < numbers.size(); column++) {
      putNumbers(out.vector(column), column, count);
    }
    for (int column = 0; column < texts.size(); column++) {
      putTexts(out.vector(numbers.size() + column), column, count);
    }
    given += count;
    return count;
  }

  private int rows() {
    return numberCells.size() / numbers.size();
  }

  private void forgetGiven() {
    if (given == rows()) {
      numberCells.clear();
      textCells.clear();
      given = 0;
    }
  }

  private void putNumbers(DuckDBWritableVector vector, int column, int count) {
    int width = numbers.size();
    int cell = given * width + column;
    for (int row = 0; row < count; row++, cell += width) {
      long value = numberCells.getLong(cell);
      if (value == UNKNOWN) {
        vector.setNull(row);
      } else {
        vector.setLong(row, value);
      }
    }
  }

  private void putTexts(DuckDBWritableVector vector, int column, int count) {
    int width = texts.size();
    int cell = given * width + column;
    for (int row = 0; row < count; row++, cell += width) {
      String value = textCells.get(cell);
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setString(row, value);
      }
    }
  }
}
