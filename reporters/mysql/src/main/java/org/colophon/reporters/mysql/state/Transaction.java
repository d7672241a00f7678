package org.colophon.reporters.mysql.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.TableName;

/** What a session has done and not committed. Belongs to one thread. */
public final class Transaction {
  private static final int MOST_SAVEPOINTS = 256;

  public final long process;
  public final Map<Long, TableWrites> tables = new LinkedHashMap<>();

  /** By name, how many writers each table had. */
  public final Map<Bytes, Map<Long, Integer>> savepoints = new LinkedHashMap<>();

  /** Its first statements, as long as a binary log is to say what became of each. */
  public final List<TransactionStep> steps = new ArrayList<>(0);

  /** When its first statement began, in seconds since 1970; 0 as long as there is no step. */
  public long seconds;

  /** The first query id of a statement that touched a table, 0 if there is none. */
  public long firstQueryId;

  public Transaction(long process) {
    this.process = process;
  }

  /** A statement of the session wrote a table. */
  public TableWrites write(
      Session session,
      long writer,
      TableName name,
      TableState table,
      UnitSink output,
      StatementRefCounts holds) {
    TableWrites writes = tables.get(table.object);
    if (writes == null) {
      writes = new TableWrites(name, table, session.opened.take(table));
      tables.put(table.object, writes);
    }
    writes.add(writer, !keepsStepsApart(), output, holds);
    return writes;
  }

  /** Whether a binary log is to say what became of each statement. */
  private boolean keepsStepsApart() {
    return steps.size() > 0 && steps.size() < TransactionStep.MOST;
  }

  /**
   * Returns whether a commit may be called by a query id: MariaDB takes the first that touches a
   * table.
   */
  public boolean hasQuery(long queryId) {
    return queryId == firstQueryId || steps.stream().anyMatch(step -> step.queryId == queryId);
  }

  /** The statement reads a table that the transaction may have written. */
  public void read(long reader, TableState table, UnitSink output) {
    TableWrites writes = tables.get(table.object);
    if (writes != null) {
      writes.inform(reader, output);
    }
  }

  /** Of too many the one before is forgotten: nobody can go back to it. */
  public void setSavepoint(Bytes name, UnitSink output, StatementRefCounts holds) {
    savepoints.remove(name);
    if (savepoints.size() == MOST_SAVEPOINTS) {
      savepoints.remove(new ArrayList<>(savepoints.keySet()).get(MOST_SAVEPOINTS - 1));
    }
    gather(output, holds);
    Map<Long, Integer> counts = new LinkedHashMap<>();
    tables.forEach((object, writes) -> counts.put(object, writes.count));
    savepoints.put(name, counts);
    keepApart();
  }

  /** With it go those that were set later. */
  public void releaseSavepoint(Bytes name, UnitSink output, StatementRefCounts holds) {
    removeLater(name);
    savepoints.remove(name);
    gather(output, holds);
  }

  private void gather(UnitSink output, StatementRefCounts holds) {
    keepApart();
    if (!keepsStepsApart()) {
      tables.values().forEach(writes -> writes.gather(output, holds));
    }
  }

  /** Undoes what came after the savepoint; one that is not known changes nothing. */
  public void rollBackTo(Bytes name, UnitSink output, StatementRefCounts holds) {
    Map<Long, Integer> counts = savepoints.get(name);
    if (counts != null) {
      tables.forEach(
          (object, writes) -> writes.undo(counts.getOrDefault(object, 0), output, holds));
      removeLater(name);
      keepApart();
    }
  }

  private void removeLater(Bytes name) {
    if (savepoints.containsKey(name)) {
      List<Bytes> names = new ArrayList<>(savepoints.keySet());
      savepoints.keySet().removeAll(names.subList(names.indexOf(name) + 1, names.size()));
    }
  }

  /** Writers on both sides of the last savepoint are not to be gathered into one. */
  public void keepApart() {
    Map<Long, Integer> last = Map.of();
    for (Map<Long, Integer> counts : savepoints.values()) {
      last = counts;
    }
    for (Map.Entry<Long, TableWrites> each : tables.entrySet()) {
      each.getValue().settled = last.getOrDefault(each.getKey(), 0);
    }
  }

  /**
   * It takes effect.
   *
   * @param queryId of the statement that commits, 0 if the log has none
   */
  public void commit(
      Session session, long queryId, boolean isCertain, UnitSink output, StatementRefCounts holds) {
    for (TableWrites writes : tables.values()) {
      writes.commit(output, holds, isCertain);
      writes.table.changed(session, queryId, output);
    }
    leave();
    output.exit(process, 0);
  }

  public void rollBack(UnitSink output, StatementRefCounts holds) {
    for (TableWrites writes : tables.values()) {
      writes.undo(0, output, holds);
    }
    leave();
    output.exit(process, StatementRefCounts.FAILED);
  }

  public void leave() {
    for (TableWrites writes : tables.values()) {
      writes.leave();
    }
    tables.clear();
    savepoints.clear();
  }
}
