package org.colophon.reporters.mysql.session;

import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/** What a session has done and not committed. Belongs to one thread. */
final class Transaction {
  final long process;
  final Map<Long, TableWrites> tables = new LinkedHashMap<>();

  /** By name, how many writers each table had. */
  final Map<Bytes, Map<Long, Integer>> savepoints = new LinkedHashMap<>();

  Transaction(long process) {
    this.process = process;
  }

  void write(long writer, TableName name, TableState table, Output output, Holds holds) {
    TableWrites writes = tables.get(table.object);
    if (writes == null) {
      writes = new TableWrites(name, table);
      tables.put(table.object, writes);
      table.openWriters++;
    }
    writes.add(writer, savepoints.isEmpty(), output, holds);
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

  private void leave(Output output) {
    for (TableWrites writes : tables.values()) {
      writes.table.openWriters--;
      writes.table.settle(output);
    }
    tables.clear();
    savepoints.clear();
  }
}
