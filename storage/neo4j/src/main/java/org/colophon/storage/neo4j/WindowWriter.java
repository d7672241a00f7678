package org.colophon.storage.neo4j;

import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.Neo4jFailures;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.StoreState;
import org.colophon.storage.neo4j.names.GraphClock;
import org.colophon.storage.neo4j.names.GraphNames;
import org.colophon.storage.neo4j.names.RareRecords;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/**
 * Writes a window as one transaction, which also holds the LSN that it reaches to. A transaction
 * that fails leaves nothing, here or in the graph, and the same window can be written again. One
 * thread.
 */
final class WindowWriter {
  private final GraphDatabase database;
  private final FactCache facts;
  private final NodeDirectory processes;
  private final NodeDirectory objects;
  private final IntervalDirectory intervals;
  private final GraphClock clock;
  private final RecordWriter records;

  WindowWriter(GraphDatabase database, Neo4jConfig config) {
    this.database = database;
    this.facts = FactCache.of(database);
    this.processes = new NodeDirectory(NodeLabel.PROCESS, config.rememberedIds());
    this.objects = new NodeDirectory(NodeLabel.OBJECT, config.rememberedIds());
    this.intervals = new IntervalDirectory(config.rememberedIds());
    this.clock = new GraphClock(database);
    this.records =
        new RecordWriter(processes, objects, new GraphNames(database), new RareRecords());
  }

  /** Writes the window, and lets readers see it. */
  void write(Window window) {
    StoreState written;
    try (Transaction transaction = database.beginWindow()) {
      written = write(window, transaction);
      database.commit(transaction);
    } catch (RuntimeException e) {
      processes.forget();
      objects.forget();
      intervals.forget();
      throw Neo4jFailures.translate(e, database.folder(), "writing");
    }
    facts.changed(window, records.changesNames());
    database.committed(written);
  }

  private StoreState write(Window window, Transaction transaction) {
    StoreState before = database.state();
    processes.begin(transaction, before.topProcess());
    objects.begin(transaction, before.topObject());
    records.begin(transaction);
    window.records.forEach(records::write);
    for (int row = 0; row < window.accesses.rows(); row++) {
      writeAccess(transaction, window.accesses, row);
    }
    writeMoments(window, transaction);
    StoreState after =
        new StoreState(
            window.lastLsn(),
            before.processes() + records.newProcesses(),
            before.objects() + records.newObjects(),
            before.operations() + window.operations(),
            Math.max(before.lastProcess(), records.lastProcess()),
            Math.max(before.lastObject(), records.lastObject()),
            processes.top(),
            objects.top());
    after.writeTo(EntityIds.node(transaction, database.booksNode()));
    return after;
  }

  private void writeAccess(Transaction transaction, AccessTable table, int row) {
    final Node process = processes.get(table.process[row]);
    final Node object = objects.get(table.object[row]);
    if (table.kind[row] == AccessTable.LATER) {
      Relationship known = intervals.find(transaction, table, row, process, object);
      if (known != null) {
        AccessRelation.update(table, row, known);
        return;
      }
    }
    Relationship created = AccessRelation.create(table, row, process, object);
    if (table.last[row] == Lsn.OPEN || table.last[row] != table.first[row]) {
      intervals.remember(table, row, created);
    }
  }

  private void writeMoments(Window window, Transaction transaction) {
    clock.begin();
    for (int i = 0; i < window.momentsEnd(); i += 2) {
      clock.moment(window.moments[i], window.moments[i + 1]);
    }
    clock.write(transaction);
  }
}
