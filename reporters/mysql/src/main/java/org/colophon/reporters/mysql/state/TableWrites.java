package org.colophon.reporters.mysql.state;

import java.util.Arrays;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.output.StatementOutcomes;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Uncommitted writers of a table in a transaction. Many of them are replaced by a process for their
 * rows, to bound memory without loss: writers inform it, and it informs readers.
 */
public final class TableWrites {
  private static final int MOST_WRITERS = 8;

  public final TableName name;
  public final TableState table;

  /** Number of the writer at the table. */
  private final long writer;

  public long[] writers = new long[2];
  public int count;

  /** Number of writers before the last savepoint. */
  public int settled;

  /** Process that stands for other writers, 0 if there is none. */
  private long rows;

  /** Whether it is a temporary table, which a binary log omits. */
  public boolean isTemporary;

  public TableWrites(TableName name, TableState table, long writer) {
    this.name = name;
    this.table = table;
    this.writer = writer;
  }

  public void leave() {
    table.leaveWriter(writer);
  }

  /**
   * Adds a writer.
   *
   * @param mayGather false while each writer is kept apart
   */
  public void add(long writer, boolean mayGather, UnitSink output, StatementRefCounts holds) {
    holds.hold(writer);
    if (mayGather && isGathered()) {
      gather(writer, output, holds);
      return;
    }
    if (count == writers.length) {
      writers = Arrays.copyOf(writers, count * 2);
    }
    writers[count++] = writer;
    if (mayGather) {
      gather(output, holds);
    }
  }

  /** Merges the writers since the last savepoint if they are many. */
  public void gather(UnitSink output, StatementRefCounts holds) {
    if (count - settled > MOST_WRITERS) {
      gatherAll(output, holds);
    }
  }

  /** Returns whether the writers since the last savepoint are merged. */
  private boolean isGathered() {
    return rows != 0 && settled < count && writers[settled] == rows;
  }

  private void gatherAll(UnitSink output, StatementRefCounts holds) {
    int first = settled + 1;
    if (!isGathered()) {
      rows = output.process(org.colophon.core.model.Bytes.of("uncommitted rows of " + name));
      first = settled;
    }
    for (int i = first; i < count; i++) {
      gather(writers[i], output, holds);
    }
    writers[settled] = rows;
    count = settled + 1;
  }

  private void gather(long writer, UnitSink output, StatementRefCounts holds) {
    output.link(LinkKind.INFORM, rows, writer);
    holds.release(writer);
  }

  /** Informs another statement of the transaction that reads the table. */
  public void inform(long reader, UnitSink output) {
    for (int i = 0; i < count; i++) {
      if (writers[i] != reader) {
        output.link(LinkKind.INFORM, reader, writers[i]);
      }
    }
  }

  public boolean has(long writer) {
    for (int i = 0; i < count; i++) {
      if (writers[i] == writer) {
        return true;
      }
    }
    return false;
  }

  /** Removes a writer. Returns false if it is absent. */
  public boolean take(long writer) {
    for (int i = 0; i < count; i++) {
      if (writers[i] == writer) {
        System.arraycopy(writers, i + 1, writers, i, --count - i);
        return true;
      }
    }
    return false;
  }

  /** Commits the writes. */
  public void commit(UnitSink output, StatementRefCounts holds, boolean isCertain) {
    for (int i = 0; i < count; i++) {
      StatementOutcomes.write(writers[i], table.object, isCertain, output);
      holds.release(writers[i]);
    }
    count = 0;
  }

  /** Rolls back the writes from the given writer on. */
  public void undo(int from, UnitSink output, StatementRefCounts holds) {
    for (int i = from; i < count; i++) {
      output.access(OperationKind.OPEN, writers[i], table.object);
      StatementOutcomes.undone(writers[i], output);
      holds.fail(writers[i]);
    }
    count = Math.min(count, from);
  }
}
