package org.colophon.storage.neo4j.write;

import org.colophon.core.model.Bytes;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.colophon.storage.neo4j.facts.NodeProperties;
import org.colophon.storage.neo4j.names.GraphNames;
import org.colophon.storage.neo4j.records.RareRecords;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/** Writes the records of a window other than accesses, in order. One thread. */
final class RecordWriter {
  private final NodeLookup processes;
  private final NodeLookup objects;
  private final GraphNames names;
  private final RareRecords rare;
  private final DisplayNames displayNames;
  private Transaction transaction;
  private long newProcesses;
  private long newObjects;
  private long lastProcess;
  private long lastObject;
  private boolean changesNames;

  RecordWriter(NodeLookup processes, NodeLookup objects, GraphNames names, RareRecords rare) {
    this.processes = processes;
    this.objects = objects;
    this.names = names;
    this.rare = rare;
    this.displayNames = new DisplayNames(names);
  }

  void begin(Transaction current) {
    transaction = current;
    names.begin();
    newProcesses = 0;
    newObjects = 0;
    lastProcess = 0;
    lastObject = 0;
    changesNames = false;
  }

  /** The number of processes first declared since {@link #begin}. */
  long newProcesses() {
    return newProcesses;
  }

  /** The number of objects first declared since {@link #begin}. */
  long newObjects() {
    return newObjects;
  }

  /** The largest process id declared since {@link #begin}, 0 without any. */
  long lastProcess() {
    return lastProcess;
  }

  /** The largest object id declared since {@link #begin}, 0 without any. */
  long lastObject() {
    return lastObject;
  }

  /** Returns whether names changed since {@link #begin}. */
  boolean changesNames() {
    return changesNames;
  }

  void write(WindowRecord r) {
    switch (r.type) {
      case PROCESS -> writeProcess(r);
      case OBJECT -> writeObject(r);
      case LINK -> writeLink(r);
      case DERIVATION -> writeDerivation(r);
      case CUT -> writeCut(r);
      case EXIT -> writeExit(r);
      case BIND, UNBIND, RENAME, EXCHANGE -> writeName(r);
      case EXTENDED ->
          rare.extended(
              transaction,
              r.label,
              r.data,
              r.lsn,
              nodeOrNull(processes, r.process),
              nodeOrNull(objects, r.object));
      case SNAPSHOT -> rare.snapshot(transaction, r.label, r.lsn, r.timeNanos);
      case GAP ->
          rare.gap(transaction, r.gapCause, r.count, r.lsn, nodeOrNull(processes, r.process));
      case ACCESS, INTERVAL -> throw new AssertionError(r.type);
    }
  }

  private static Node nodeOrNull(NodeLookup lookup, long id) {
    return id == 0 ? null : lookup.get(id);
  }

  private void writeProcess(WindowRecord r) {
    Node node = processes.get(r.process);
    newProcesses += NodeProperties.isDeclared(node) ? 0 : 1;
    lastProcess = Math.max(lastProcess, r.process);
    NodeProperties.setProcess(node, r.processDeclaration, r.lsn);
  }

  private void writeObject(WindowRecord r) {
    Node node = objects.get(r.object);
    newObjects += NodeProperties.isDeclared(node) ? 0 : 1;
    lastObject = Math.max(lastObject, r.object);
    NodeProperties.setObject(node, r.objectDeclaration, r.lsn);
  }

  private void writeExit(WindowRecord r) {
    Node node = processes.get(r.process);
    if (NodeProperties.isDeclared(node)) {
      NodeProperties.setEnd(node, r.lsn, r.timeNanos, r.status);
    }
  }

  private void writeLink(WindowRecord r) {
    Node cause = processes.get(r.cause);
    Relationship relation =
        processes.get(r.process).createRelationshipTo(cause, RelationType.WAS_INFORMED_BY);
    relation.setProperty(PropertyKey.KIND, r.linkKind.name());
    relation.setProperty(PropertyKey.LSN, r.lsn);
    GraphTime.set(relation, PropertyKey.TIME, r.timeNanos);
  }

  private void writeDerivation(WindowRecord r) {
    Node cause = objects.get(r.cause);
    Relationship relation =
        objects.get(r.object).createRelationshipTo(cause, RelationType.WAS_DERIVED_FROM);
    relation.setProperty(PropertyKey.LSN, r.lsn);
    GraphTime.set(relation, PropertyKey.TIME, r.timeNanos);
    if (r.process != 0) {
      relation.setProperty(PropertyKey.PROCESS, r.process);
    }
  }

  private void writeCut(WindowRecord r) {
    Node object = objects.get(r.object);
    long number = 1L + object.getDegree(RelationType.SPECIALIZATION_OF, Direction.INCOMING);
    Node version = transaction.createNode(NodeLabel.VERSION);
    version.setProperty(PropertyKey.NUMBER, number);
    version.setProperty(PropertyKey.BEGIN_LSN, r.beginLsn);
    version.setProperty(PropertyKey.LSN, r.lsn);
    GraphTime.set(version, PropertyKey.TIME, r.timeNanos);
    version.createRelationshipTo(object, RelationType.SPECIALIZATION_OF);
    if (r.process != 0) {
      version.createRelationshipTo(processes.get(r.process), RelationType.CUT_BY);
    }
  }

  private void writeName(WindowRecord r) {
    changesNames = true;
    switch (r.type) {
      case BIND -> writeBind(r.path, objects.get(r.object), r.lsn);
      case UNBIND -> names.unbind(transaction, r.path, r.lsn);
      case RENAME -> {
        Node moved = nodeOrNull(objects, r.object);
        names.rename(transaction, r.path, r.toPath, moved, r.lsn);
        displayNames.moved(transaction, r.path, r.toPath);
      }
      case EXCHANGE -> {
        names.exchange(transaction, r.path, r.toPath, r.lsn);
        displayNames.exchanged(transaction, r.path, r.toPath);
      }
      default -> throw new AssertionError(r.type);
    }
  }

  private void writeBind(Bytes path, Node object, long lsn) {
    names.bind(transaction, path, object, lsn);
    displayNames.bound(object, path);
  }
}
