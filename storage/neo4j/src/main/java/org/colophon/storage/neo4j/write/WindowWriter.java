// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.write;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.storage.common.facts.AccessInterval;
import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.Neo4jFailures;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.StoreState;
import org.colophon.storage.neo4j.facts.FactCache;
import org.colophon.storage.neo4j.names.NameWriter;
import org.colophon.storage.neo4j.records.GraphClock;
import org.colophon.storage.neo4j.records.RareRecords;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/**
 * Writes a window as one transaction, which also holds its last LSN. A failed transaction leaves
 * nothing in the caches or in the graph, and the window can be written again. One thread.
 */
public final class WindowWriter {
  private final GraphDatabase database;
  private final FactCache facts;
  private final NodeLookup processes;
  private final NodeLookup objects;
  private final IntervalLookup intervals;
  private final NameWriter names = new NameWriter();
  private final RareRecords rare = new RareRecords();

  public WindowWriter(GraphDatabase database, Neo4jConfig config) {
    this.database = database;
    this.facts = FactCache.of(database);
    this.processes = new NodeLookup(NodeLabel.PROCESS, config.rememberedIds());
    this.objects = new NodeLookup(NodeLabel.OBJECT, config.rememberedIds());
    this.intervals = new IntervalLookup(config.rememberedIds());
  }

  /** Writes the window and makes it visible to readers. */
  public void write(Window window) {
    StoreState written;
    RecordWriter records;
    try (Transaction transaction = database.beginWindow()) {
      records = new RecordWriter(transaction, processes, objects, names, rare);
      written = write(window, transaction, records);
      database.commit(transaction);
    } catch (RuntimeException e) {
      processes.forget();
      objects.forget();
      intervals.forget();
      names.forget();
      throw Neo4jFailures.translate(e, database.directory(), "writing");
    }
    if (records.changesNames) {
      facts.namesChanged();
    }
    if (facts.isUsed()) {
      window.accesses.begun().forEach(access -> addChanges(access.key, records));
      window.accesses.continued().forEach(access -> addChanges(access.key, records));
      facts.evict(records.changed);
    }
    database.committed(written);
  }

  private static void addChanges(AccessInterval.Key key, RecordWriter records) {
    AccessMode mode = AccessMapping.representative(key.mode());
    records.changed.add(FactCache.key(FactCache.PROCESS_ACCESSES + mode.code(), key.process()));
    records.changed.add(FactCache.key(FactCache.OBJECT_ACCESSES + mode.code(), key.object()));
  }

  private StoreState write(Window window, Transaction transaction, RecordWriter records) {
    StoreState before = database.state();
    processes.begin(transaction, before.topProcess());
    objects.begin(transaction, before.topObject());
    window.records.forEach(record -> record.accept(records));
    window.accesses.begun().forEach(this::create);
    for (AccessInterval each : window.accesses.continued()) {
      Relationship known =
          intervals.find(
              transaction,
              each.key,
              processes.get(each.key.process()),
              objects.get(each.key.object()));
      if (known == null) {
        create(each);
      } else {
        AccessRelation.update(each, known);
      }
    }
    GraphClock.write(transaction, window.times);
    StoreState after =
        new StoreState(
            window.lastLsn(),
            before.processes() + records.newProcesses,
            before.objects() + records.newObjects,
            before.operations() + window.operations(),
            Math.max(before.lastProcess(), records.lastProcess),
            Math.max(before.lastObject(), records.lastObject),
            processes.top(),
            objects.top());
    after.writeTo(EntityIds.node(transaction, database.booksNode()));
    return after;
  }

  private void create(AccessInterval access) {
    Relationship created =
        AccessRelation.create(
            access, processes.get(access.key.process()), objects.get(access.key.object()));
    if (access.lastLsn == Lsn.OPEN || access.lastLsn != access.key.firstLsn()) {
      intervals.remember(access.key, created);
    }
  }
}
