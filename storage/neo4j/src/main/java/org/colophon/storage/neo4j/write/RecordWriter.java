// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.write;

import java.util.HashSet;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.colophon.storage.neo4j.facts.FactCache;
import org.colophon.storage.neo4j.facts.NodeProperties;
import org.colophon.storage.neo4j.names.NameWriter;
import org.colophon.storage.neo4j.records.RareRecords;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/** Writes the records of one window other than accesses, in order. One thread. */
final class RecordWriter {
  /** The number of processes declared for the first time. */
  long newProcesses;

  /** The number of objects declared for the first time. */
  long newObjects;

  /** The largest declared process id, 0 without any. */
  long lastProcess;

  /** The largest declared object id, 0 without any. */
  long lastObject;

  boolean changesNames;

  /** The keys in {@link FactCache} of all changed facts. */
  final Set<Long> changed = new HashSet<>();

  private final Transaction transaction;
  private final NodeLookup processes;
  private final NodeLookup objects;
  private final NameWriter names;
  private final RareRecords rare;
  private final DisplayNames displayNames;

  RecordWriter(
      Transaction transaction,
      NodeLookup processes,
      NodeLookup objects,
      NameWriter names,
      RareRecords rare) {
    this.transaction = transaction;
    this.processes = processes;
    this.objects = objects;
    this.names = names;
    this.rare = rare;
    this.displayNames = new DisplayNames(transaction, names);
  }

  private void change(int factClass, long id) {
    changed.add(FactCache.key(factClass, id));
  }

  private static @Nullable Node nodeOrNull(NodeLookup lookup, long id) {
    return id == 0 ? null : lookup.get(id);
  }

  void process(long id, ProcessDeclaration declared, long lsn) {
    Node node = processes.get(id);
    newProcesses += NodeProperties.isDeclared(node) ? 0 : 1;
    lastProcess = Math.max(lastProcess, id);
    NodeProperties.setProcess(node, declared, lsn);
    change(FactCache.PROCESS, id);
  }

  void object(long id, ObjectDeclaration declared, long lsn) {
    Node node = objects.get(id);
    newObjects += NodeProperties.isDeclared(node) ? 0 : 1;
    lastObject = Math.max(lastObject, id);
    NodeProperties.setObject(node, declared, lsn);
    change(FactCache.OBJECT, id);
  }

  void exit(long id, int status, long lsn, long nanos) {
    Node node = processes.get(id);
    if (NodeProperties.isDeclared(node)) {
      NodeProperties.setEnd(node, lsn, nanos, status);
      change(FactCache.PROCESS, id);
    }
  }

  void link(LinkKind kind, long effect, long cause, long lsn, long nanos) {
    Node causing = processes.get(cause);
    Relationship relation =
        processes.get(effect).createRelationshipTo(causing, RelationType.WAS_INFORMED_BY);
    relation.setProperty(PropertyKey.KIND, kind.name());
    relation.setProperty(PropertyKey.LSN, lsn);
    GraphTime.set(relation, PropertyKey.TIME, nanos);
    change(FactCache.CAUSES, effect);
    change(FactCache.EFFECTS, cause);
  }

  void derivation(long effect, long cause, long process, long lsn, long nanos) {
    Node source = objects.get(cause);
    Relationship relation =
        objects.get(effect).createRelationshipTo(source, RelationType.WAS_DERIVED_FROM);
    relation.setProperty(PropertyKey.LSN, lsn);
    GraphTime.set(relation, PropertyKey.TIME, nanos);
    if (process != 0) {
      relation.setProperty(PropertyKey.PROCESS, process);
    }
    change(FactCache.DERIVATIONS_OF, effect);
    change(FactCache.DERIVATIONS_FROM, cause);
  }

  void cut(long process, long id, long beginLsn, long lsn, long nanos) {
    Node object = objects.get(id);
    long number = 1L + object.getDegree(RelationType.SPECIALIZATION_OF, Direction.INCOMING);
    Node version = transaction.createNode(NodeLabel.VERSION);
    version.setProperty(PropertyKey.NUMBER, number);
    version.setProperty(PropertyKey.BEGIN_LSN, beginLsn);
    version.setProperty(PropertyKey.LSN, lsn);
    GraphTime.set(version, PropertyKey.TIME, nanos);
    version.createRelationshipTo(object, RelationType.SPECIALIZATION_OF);
    if (process != 0) {
      version.createRelationshipTo(processes.get(process), RelationType.CUT_BY);
    }
    change(FactCache.CUTS, id);
  }

  void bind(Bytes path, long object, long lsn) {
    changesNames = true;
    Node node = objects.get(object);
    names.at(transaction, lsn).bind(path, node);
    displayNames.bound(node, path);
  }

  void unbind(Bytes path, long lsn) {
    changesNames = true;
    names.at(transaction, lsn).unbind(path);
  }

  void rename(Bytes from, Bytes to, long object, long lsn) {
    changesNames = true;
    names.at(transaction, lsn).rename(from, to, nodeOrNull(objects, object));
    displayNames.moved(from, to);
  }

  void exchange(Bytes one, Bytes other, long lsn) {
    changesNames = true;
    names.at(transaction, lsn).exchange(one, other);
    displayNames.exchanged(one, other);
  }

  void extended(long process, long object, String type, Bytes data, long lsn) {
    Node ofProcess = nodeOrNull(processes, process);
    rare.extended(transaction, type, data, lsn, ofProcess, nodeOrNull(objects, object));
  }

  void snapshot(String name, long lsn, long nanos) {
    rare.snapshot(transaction, name, lsn, nanos);
  }

  void gap(long process, GapCause cause, long count, long lsn) {
    rare.gap(transaction, cause, count, lsn, nodeOrNull(processes, process));
  }
}
