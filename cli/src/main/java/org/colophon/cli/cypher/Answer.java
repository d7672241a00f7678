// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;

/**
 * Result of a statement whose rows were already written.
 *
 * @param rows number of written rows
 * @param hasColumns false for a statement that never returns rows
 * @param isCutOff whether there were more rows than the limit
 * @param remark a remark about the answer; empty for none
 * @param warnings the engine's warnings about the statement
 */
public record Answer(
    long rows, boolean hasColumns, boolean isCutOff, String remark, List<String> warnings) {
  /** Limit for an unlimited number of rows. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * Runs a statement and writes its answer.
   *
   * @param limit maximum number of rows
   * @param isCancelled checked before each row
   */
  public static Answer write(
      CypherEngine engine,
      CypherStatement statement,
      AnswerFormat format,
      AnswerFormat.Look look,
      long limit,
      BooleanSupplier isCancelled,
      OutputStream out)
      throws IOException {
    AnswerWriter writer = format.writer(out, look);
    Limited rows = new Limited(writer, limit, isCancelled);
    try {
      engine.run(statement, rows);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    writer.end();
    return new Answer(rows.count, rows.hasColumns, rows.isCutOff, writer.remark(), rows.warnings);
  }

  /** Returns whether there are rows, or whether the statement never returns rows. */
  public boolean isFound() {
    return (rows > 0 || !hasColumns) && remark.isEmpty();
  }

  /** Passes on rows up to the limit, and detects whether there are more. */
  private static final class Limited implements CypherResult {
    private final AnswerWriter writer;
    private final long limit;
    private final BooleanSupplier isCancelled;
    private final List<String> warnings = new ArrayList<>();
    private long count;
    private boolean hasColumns;
    private boolean isCutOff;

    Limited(AnswerWriter writer, long limit, BooleanSupplier isCancelled) {
      this.writer = writer;
      this.limit = limit;
      this.isCancelled = isCancelled;
    }

    @Override
    public void warning(String text) {
      warnings.add(text);
    }

    @Override
    public void columns(List<String> names) {
      hasColumns = !names.isEmpty();
      try {
        writer.columns(names);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean row(List<Object> values) {
      if (count == limit || isCancelled.getAsBoolean()) {
        isCutOff = count == limit;
        return false;
      }
      count++;
      try {
        writer.row(values);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return true;
    }
  }
}
