package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/** What a session has done and not committed. Belongs to one thread. */
final class Transaction {
  final long process;
  final Map<Long, TableWrites> tables = new LinkedHashMap<>();

  /** By name, how many writers each table had. */
  final Map<Bytes, Map<Long, Integer>> savepoints = new LinkedHashMap<>();

  /** Its first statements, as long as a binary log is to say what became of each. */
  final List<Step> steps = new ArrayList<>(0);

  /** When its first statement began, in seconds since 1970; 0 as long as there is no step. */
  long seconds;

  Transaction(long process) {
    this.process = process;
  }

  TableWrites write(long writer, TableName name, TableState table, Output output, Holds holds) {
    TableWrites writes = tables.get(table.object);
    if (writes == null) {
      writes = new TableWrites(name, table);
      tables.put(table.object, writes);
      table.openWriters++;
    }
    boolean keepsApart = steps.size() > 0 && steps.size() < Step.MOST;
    writes.add(writer, savepoints.isEmpty() && !keepsApart, output, holds);
    return writes;
  }

  /** Whether one of its statements has a query id. */
  boolean hasQuery(long queryId) {
    return steps.stream().anyMatch(step -> step.queryId == queryId);
  }

  /** The statement reads a table that the transaction may have written. */
  void read(long reader, TableState table, Output output) {
    TableWrites writes = tables.get(table.object);
    if (writes != null) {
      writes.inform(reader, output);
    }
  }

  void setSavepoint(Bytes name) {
    Map<Long, Integer> counts = new LinkedHashMap<>();
    tables.forEach((object, writes) -> counts.put(object, writes.count));
    savepoints.remove(name);
    savepoints.put(name, counts);
  }

  void releaseSavepoint(Bytes name) {
    savepoints.remove(name);
  }

  /** Undoes what came after the savepoint; one that is not known changes nothing. */
  void rollBackTo(Bytes name, Output output, Holds holds) {
    Map<Long, Integer> counts = savepoints.get(name);
    if (counts != null) {
      tables.forEach(
          (object, writes) -> writes.undo(counts.getOrDefault(object, 0), output, holds));
    }
  }

  /**
   * It takes effect.
   *
   * @param queryId of the statement that commits, 0 if the log has none
   */
  void commit(Session session, long queryId, boolean isCertain, Output output, Holds holds) {
    for (TableWrites writes : tables.values()) {
      writes.commit(output, holds, isCertain);
      writes.table.changed(session, queryId, output);
    }
    leave(output);
    output.exit(process, 0);
  }

  void rollBack(Output output, Holds holds) {
    for (TableWrites writes : tables.values()) {
      writes.undo(0, output, holds);
    }
    leave(output);
    output.exit(process, Holds.FAILED);
  }

  void leave(Output output) {
    for (TableWrites writes : tables.values()) {
      writes.table.openWriters--;
      writes.table.settle(output);
    }
    tables.clear();
    savepoints.clear();
  }
}
