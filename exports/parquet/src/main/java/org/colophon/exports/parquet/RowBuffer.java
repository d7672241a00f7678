// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongArrayList;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** Rows that were read and are not yet given to DuckDB. One thread. */
final class RowBuffer {
  /** A number that is NULL in the table. */
  static final long UNKNOWN = Long.MIN_VALUE;

  private final int numbers;
  private final int texts;
  private final LongArrayList numberCells = new LongArrayList();
  private final List<@Nullable String> textCells = new ArrayList<>();
  private int given;

  /** Constructs a buffer for rows of so many numbers and, after them, so many texts. */
  RowBuffer(int numbers, int texts) {
    this.numbers = numbers;
    this.texts = texts;
  }

  void number(long value) {
    numberCells.addLong(value);
  }

  void text(@Nullable String value) {
    textCells.add(value);
  }

  /** Returns the number of numbers that are held. */
  int size() {
    return numberCells.size();
  }

  long get(int cell) {
    return numberCells.getLong(cell);
  }

  void set(int cell, long value) {
    numberCells.setLong(cell, value);
  }

  /** Returns the number of rows that were not given. */
  int rows() {
    return numberCells.size() / numbers - given;
  }

  /** Gives rows to a chunk until it is full or none is left. Returns their number. */
  int give(DuckDBDataChunkWriter out) {
    int count = (int) Math.min(out.capacity(), rows());
    for (int column = 0; column < numbers; column++) {
      giveNumbers(out.vector(column), column, count);
    }
    for (int column = 0; column < texts; column++) {
      giveTexts(out.vector(numbers + column), column, count);
    }
    given += count;
    if (rows() == 0) {
      numberCells.clear();
      textCells.clear();
      given = 0;
    }
    return count;
  }

  private void giveNumbers(DuckDBWritableVector vector, int column, int count) {
    int cell = given * numbers + column;
    for (int row = 0; row < count; row++, cell += numbers) {
      long value = numberCells.getLong(cell);
      if (value == UNKNOWN) {
        vector.setNull(row);
      } else {
        vector.setLong(row, value);
      }
    }
  }

  private void giveTexts(DuckDBWritableVector vector, int column, int count) {
    int cell = given * texts + column;
    for (int row = 0; row < count; row++, cell += texts) {
      String value = textCells.get(cell);
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setString(row, value);
      }
    }
  }
}
