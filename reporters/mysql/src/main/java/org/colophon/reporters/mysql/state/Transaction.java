// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Uncommitted changes and reads of a session. One thread. */
public final class Transaction {
  private static final int MAX_SAVEPOINTS = 256;

  public final long process;
  public final Map<Long, TableWrites> tables = new LinkedHashMap<>();

  /** Number of writers of each table at each savepoint. */
  public final Map<Bytes, Map<Long, Integer>> savepoints = new LinkedHashMap<>();

  /** First statements, which are stored separately for confirmation by a binary log. */
  public final List<TransactionStep> steps = new ArrayList<>(0);

  /** Start of the first statement in seconds since 1970; 0 without steps. */
  public long seconds;

  public Transaction(long process) {
    this.process = process;
  }

  /** Adds a write of a statement. */
  public TableWrites write(
      Session session,
      long writer,
      TableName name,
      TableState table,
      UnitSink output,
      StatementRefCounts refCounts) {
    TableWrites writes = tables.get(table.object);
    if (writes == null) {
      writes = new TableWrites(process, name, table, session.opened.take(table));
      tables.put(table.object, writes);
    }
    writes.add(writer, !hasSeparateSteps(), output, refCounts);
    return writes;
  }

  /** Returns whether each statement is stored separately for confirmation. */
  private boolean hasSeparateSteps() {
    return steps.size() > 0 && steps.size() < TransactionStep.MAX_STEPS;
  }

  /** Links the writers in the transaction to a statement that reads a table. */
  public void read(long reader, TableState table, UnitSink output) {
    TableWrites writes = tables.get(table.object);
    if (writes != null) {
      writes.inform(reader, output);
    }
  }

  /** Sets a savepoint. At the maximum number of savepoints, replaces the last one. */
  public void setSavepoint(Bytes name, UnitSink output, StatementRefCounts refCounts) {
    savepoints.remove(name);
    if (savepoints.size() == MAX_SAVEPOINTS) {
      savepoints.remove(new ArrayList<>(savepoints.keySet()).get(MAX_SAVEPOINTS - 1));
    }
    gather(output, refCounts);
    Map<Long, Integer> counts = new LinkedHashMap<>();
    tables.forEach((object, writes) -> counts.put(object, writes.count));
    savepoints.put(name, counts);
    keepApart();
  }

  /** Releases a savepoint and all later savepoints. */
  public void releaseSavepoint(Bytes name, UnitSink output, StatementRefCounts refCounts) {
    removeLater(name);
    savepoints.remove(name);
    gather(output, refCounts);
  }

  private void gather(UnitSink output, StatementRefCounts refCounts) {
    keepApart();
    if (!hasSeparateSteps()) {
      tables.values().forEach(writes -> writes.mergeIfMany(output, refCounts));
    }
  }

  /** Rolls back the changes after a savepoint. Does nothing if the savepoint is unknown. */
  public void rollBackTo(Bytes name, UnitSink output, StatementRefCounts refCounts) {
    Map<Long, Integer> counts = savepoints.get(name);
    if (counts != null) {
      tables.forEach(
          (object, writes) -> writes.undo(counts.getOrDefault(object, 0), output, refCounts));
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

  /** Prevents merging of writers before the last savepoint with writers after it. */
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
   * Commits the transaction.
   *
   * @param queryId id of the committing statement, 0 if the log has none
   */
  public void commit(
      Session session,
      long queryId,
      boolean isCertain,
      UnitSink output,
      StatementRefCounts refCounts) {
    for (TableWrites writes : tables.values()) {
      writes.commit(output, refCounts, isCertain);
      writes.table.changed(session, queryId, output);
    }
    removeWriters();
    output.exit(process, 0);
  }

  public void rollBack(UnitSink output, StatementRefCounts refCounts) {
    for (TableWrites writes : tables.values()) {
      writes.undo(0, output, refCounts);
    }
    removeWriters();
    output.exit(process, StatementRefCounts.FAILED);
  }

  public void removeWriters() {
    for (TableWrites writes : tables.values()) {
      writes.removeWriter();
    }
    tables.clear();
    savepoints.clear();
  }
}
