package org.colophon.reporters.mysql.state;

import java.util.Arrays;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.output.StatementOutcomes;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Which statements of a transaction wrote a table, until that takes effect. When there are many, a
 * process of its own stands for their uncommitted rows, so that memory stays bounded and nothing is
 * blurred: it is informed by who wrote, and informs who reads.
 */
public final class TableWrites {
  private static final int MOST_WRITERS = 8;

  public final TableName name;
  public final TableState table;

  /** By which number the table knows that it is written. */
  private final long writer;

  public long[] writers = new long[2];
  public int count;

  /** So many writers come before the last savepoint. */
  public int settled;

  /** The writer that stands for others, 0 if none does yet. */
  private long rows;

  /** Whether it is a temporary table, of which a binary log knows nothing. */
  public boolean isTemporary;

  public TableWrites(TableName name, TableState table, long writer) {
    this.name = name;
    this.table = table;
    this.writer = writer;
  }

  /** All of it is decided. */
  public void leave() {
    table.leaveWriter(writer);
  }

  /**
   * A statement wrote it.
   *
   * @param mayGather false while each is to be told apart
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

  /** Has one writer stand for those since the last savepoint, if they are many. */
  public void gather(UnitSink output, StatementRefCounts holds) {
    if (count - settled > MOST_WRITERS) {
      gatherAll(output, holds);
    }
  }

  /** Whether one writer stands for those since the last savepoint. */
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

  /** Another statement of the transaction reads the table, and sees what was written. */
  public void inform(long reader, UnitSink output) {
    for (int i = 0; i < count; i++) {
      if (writers[i] != reader) {
        output.link(LinkKind.INFORM, reader, writers[i]);
      }
    }
  }

  /** Whether the statement is among those that wrote. */
  public boolean has(long writer) {
    for (int i = 0; i < count; i++) {
      if (writers[i] == writer) {
        return true;
      }
    }
    return false;
  }

  /** The statement is no longer among those that wrote; whether it was. */
  public boolean take(long writer) {
    for (int i = 0; i < count; i++) {
      if (writers[i] == writer) {
        System.arraycopy(writers, i + 1, writers, i, --count - i);
        return true;
      }
    }
    return false;
  }

  /** It takes effect. */
  public void commit(UnitSink output, StatementRefCounts holds, boolean isCertain) {
    for (int i = 0; i < count; i++) {
      StatementOutcomes.write(writers[i], table.object, isCertain, output);
      holds.release(writers[i]);
    }
    count = 0;
  }

  /** What statements from the given one on wrote is undone. */
  public void undo(int from, UnitSink output, StatementRefCounts holds) {
    for (int i = from; i < count; i++) {
      output.access(OperationKind.OPEN, writers[i], table.object);
      StatementOutcomes.undone(writers[i], output);
      holds.fail(writers[i]);
    }
    count = Math.min(count, from);
  }
}
