package org.colophon.storage.neo4j.write;

import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.Neo4jFailures;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.StoreState;
import org.colophon.storage.neo4j.facts.FactCache;
import org.colophon.storage.neo4j.facts.FactClass;
import org.colophon.storage.neo4j.names.GraphNames;
import org.colophon.storage.neo4j.records.GraphClock;
import org.colophon.storage.neo4j.records.RareRecords;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/**
 * Writes a window as one transaction, which also holds its last LSN. A failed transaction leaves
 * nothing, here or in the graph, and the window can be written again. One thread.
 */
public final class WindowWriter {
  private final GraphDatabase database;
  private final FactCache facts;
  private final NodeLookup processes;
  private final NodeLookup objects;
  private final IntervalLookup intervals;
  private final GraphClock clock;
  private final RecordWriter records;

  public WindowWriter(GraphDatabase database, Neo4jConfig config) {
    this.database = database;
    this.facts = FactCache.of(database);
    this.processes = new NodeLookup(NodeLabel.PROCESS, config.rememberedIds());
    this.objects = new NodeLookup(NodeLabel.OBJECT, config.rememberedIds());
    this.intervals = new IntervalLookup(config.rememberedIds());
    this.clock = new GraphClock(database);
    this.records =
        new RecordWriter(processes, objects, new GraphNames(database), new RareRecords());
  }

  /** Writes the window and makes it visible to readers. */
  public void write(Window window) {
    StoreState written;
    try (Transaction transaction = database.beginWindow()) {
      written = write(window, transaction);
      database.commit(transaction);
    } catch (RuntimeException e) {
      processes.forget();
      objects.forget();
      intervals.forget();
      throw Neo4jFailures.translate(e, database.directory(), "writing");
    }
    if (records.changesNames()) {
      facts.namesChanged();
    }
    if (facts.isUsed()) {
      evictChanged(window);
    }
    database.committed(written);
  }

  private void evictChanged(Window window) {
    final AccessTable accesses = window.accesses;
    for (int row = 0; row < accesses.rows(); row++) {
      final int type = FactClass.typeOf(accesses.mode[row]);
      facts.evict(FactClass.PROCESS_ACCESSES + type, accesses.process[row]);
      facts.evict(FactClass.OBJECT_ACCESSES + type, accesses.object[row]);
    }
    window.records.forEach(this::evictChanged);
  }

  private void evictChanged(WindowRecord r) {
    switch (r.type) {
      case PROCESS, EXIT -> facts.evict(FactClass.PROCESS, r.process);
      case OBJECT -> facts.evict(FactClass.OBJECT, r.object);
      case CUT -> facts.evict(FactClass.CUTS, r.object);
      case LINK -> {
        facts.evict(FactClass.CAUSES, r.process);
        facts.evict(FactClass.EFFECTS, r.cause);
      }
      case DERIVATION -> {
        facts.evict(FactClass.DERIVATIONS_OF, r.object);
        facts.evict(FactClass.DERIVATIONS_FROM, r.cause);
      }
      default -> {}
    }
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
