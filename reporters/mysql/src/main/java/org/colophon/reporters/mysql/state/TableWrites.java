// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.SqlMarks;
import org.colophon.reporters.mysql.output.StatementOutcomes;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Uncommitted writers of a table in a transaction. To bound memory without loss, many writers are
 * merged into one process that represents their rows. This process depends on the writers, and
 * readers depend on this process.
 */
public final class TableWrites {
  private static final int MAX_WRITERS = 8;

  public final TableName name;
  public final TableState table;

  /** Process of the transaction. */
  private final long transaction;

  /** Number of the writer in {@link TableState}. */
  private final long writer;

  public long[] writers = new long[2];
  public int count;

  /** Number of writers before the last savepoint. */
  public int settled;

  /** Process that represents merged writers; 0 if none. */
  private long rows;

  /** True for a temporary table, which a binary log omits. */
  public boolean isTemporary;

  public TableWrites(long transaction, TableName name, TableState table, long writer) {
    this.transaction = transaction;
    this.name = name;
    this.table = table;
    this.writer = writer;
  }

  public void removeWriter() {
    table.leaveWriter(writer);
  }

  /**
   * Adds a writer.
   *
   * @param mayGather whether writers may be merged
   */
  public void add(long writer, boolean mayGather, UnitSink output, StatementRefCounts refCounts) {
    refCounts.hold(writer);
    if (mayGather && isGathered()) {
      mergeIfMany(writer, output, refCounts);
      return;
    }
    if (count == writers.length) {
      writers = Arrays.copyOf(writers, count * 2);
    }
    writers[count++] = writer;
    if (mayGather) {
      mergeIfMany(output, refCounts);
    }
  }

  /** Merges the writers since the last savepoint if there are many. */
  public void mergeIfMany(UnitSink output, StatementRefCounts refCounts) {
    if (count - settled > MAX_WRITERS) {
      gatherAll(output, refCounts);
    }
  }

  /** Returns whether the writers since the last savepoint are merged. */
  private boolean isGathered() {
    return rows != 0 && settled < count && writers[settled] == rows;
  }

  private void gatherAll(UnitSink output, StatementRefCounts refCounts) {
    int first = settled + 1;
    if (!isGathered()) {
      rows = output.process(SqlMarks.UNCOMMITTED.concat(Bytes.of(name.toString())));
      output.link(LinkKind.FORK, rows, transaction);
      first = settled;
    }
    for (int i = first; i < count; i++) {
      mergeIfMany(writers[i], output, refCounts);
    }
    writers[settled] = rows;
    count = settled + 1;
  }

  private void mergeIfMany(long writer, UnitSink output, StatementRefCounts refCounts) {
    output.link(LinkKind.INFORM, rows, writer);
    refCounts.release(writer);
  }

  /** Links the writers to a statement of the same transaction that reads the table. */
  public void inform(long reader, UnitSink output) {
    for (int i = 0; i < count; i++) {
      if (writers[i] != reader) {
        output.link(LinkKind.INFORM, reader, writers[i]);
      }
    }
  }

  public boolean has(long writer) {
    return place(writer) < count;
  }

  private int place(long writer) {
    int at = 0;
    while (at < count && writers[at] != writer) {
      at++;
    }
    return at;
  }

  /** Removes a writer. Returns false if it is absent. */
  public boolean take(long writer) {
    int at = place(writer);
    boolean isThere = at < count;
    if (isThere) {
      System.arraycopy(writers, at + 1, writers, at, --count - at);
    }
    return isThere;
  }

  public void commit(UnitSink output, StatementRefCounts refCounts, boolean isCertain) {
    for (int i = 0; i < count; i++) {
      StatementOutcomes.write(writers[i], table.object, isCertain, output);
      refCounts.release(writers[i]);
    }
    count = 0;
  }

  /** Rolls back the writes from the given writer on. */
  public void undo(int from, UnitSink output, StatementRefCounts refCounts) {
    for (int i = from; i < count; i++) {
      output.access(OperationKind.OPEN, writers[i], table.object);
      StatementOutcomes.rolledBack(writers[i], output);
      refCounts.fail(writers[i]);
    }
    count = Math.min(count, from);
  }
}
