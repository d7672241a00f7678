// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.records;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.colophon.storage.neo4j.database.TextValue;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/**
 * Snapshots, gaps and extended records. One thread writes in LSN order within the writer's
 * transactions; any thread reads.
 */
public final class RareRecords {
  private static final Comparator<Node> IN_ORDER =
      Comparator.comparingLong(RareRecords::lsn)
          .thenComparingLong(node -> (long) node.getProperty(PropertyKey.ORDER, 0L));

  private long lastLsn;
  private long order;

  public void snapshot(Transaction transaction, String name, long lsn, long timeNanos) {
    Node node = create(transaction, NodeLabel.SNAPSHOT, lsn);
    TextValue.setName(node, Bytes.of(name));
    GraphTime.set(node, PropertyKey.TIME, timeNanos);
  }

  /**
   * Writes a gap.
   *
   * @param process the affected process, null for any
   */
  public void gap(
      Transaction transaction, GapCause cause, long count, long lsn, @Nullable Node process) {
    Node node = create(transaction, NodeLabel.GAP, lsn);
    node.setProperty(PropertyKey.CAUSE, cause.name());
    node.setProperty(PropertyKey.COUNT, count);
    link(node, RelationType.CONCERNS, process);
  }

  /**
   * Writes data about a process, an object, or both.
   *
   * @param process null for none
   * @param object null for none
   */
  public void extended(
      Transaction transaction,
      String type,
      Bytes data,
      long lsn,
      @Nullable Node process,
      @Nullable Node object) {
    Node node = create(transaction, NodeLabel.EXTENDED_RECORD, lsn);
    node.setProperty(PropertyKey.TYPE, type);
    DataParts.set(node, data);
    setText(node, data);
    link(node, RelationType.DESCRIBES, process);
    link(node, RelationType.DESCRIBES, object);
  }

  private Node create(Transaction transaction, Label label, long lsn) {
    order = lsn == lastLsn ? order + 1 : 0;
    lastLsn = lsn;
    Node node = transaction.createNode(label);
    node.setProperty(PropertyKey.LSN, lsn);
    if (order > 0) {
      node.setProperty(PropertyKey.ORDER, order);
    }
    return node;
  }

  private static void setText(Node node, Bytes data) {
    if (data.length() <= TextValue.MAX_INDEXED_BYTES) {
      String text = data.toString();
      if (TextValue.isExact(text, data)) {
        node.setProperty(PropertyKey.TEXT, text);
      }
    }
  }

  private static void link(Node node, RelationType type, @Nullable Node end) {
    if (end != null) {
      node.createRelationshipTo(end, type);
    }
  }

  /** Returns all snapshots in LSN order. */
  public List<Snapshot> snapshots(Transaction transaction) {
    return all(transaction, NodeLabel.SNAPSHOT, RareRecords::snapshot);
  }

  private static Snapshot snapshot(Node node) {
    return new Snapshot(
        TextValue.getName(node).toString(), lsn(node), GraphTime.get(node, PropertyKey.TIME));
  }

  /** Returns all gaps in LSN order. */
  public List<Gap> gaps(Transaction transaction) {
    return all(transaction, NodeLabel.GAP, RareRecords::gap);
  }

  private static Gap gap(Node node) {
    return new Gap(
        lsn(node),
        end(node, RelationType.CONCERNS, NodeLabel.PROCESS),
        cause((String) node.getProperty(PropertyKey.CAUSE)),
        (long) node.getProperty(PropertyKey.COUNT));
  }

  private static GapCause cause(String name) {
    try {
      return GapCause.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the graph has a Gap of the unknown cause "
              + name
              + "; detach the adapter and attach it again",
          e);
    }
  }

  private static <T> List<T> all(Transaction transaction, Label label, Function<Node, T> reader) {
    List<Node> nodes = new ArrayList<>();
    try (ResourceIterator<Node> found = transaction.findNodes(label)) {
      found.forEachRemaining(nodes::add);
    }
    nodes.sort(IN_ORDER);
    return nodes.stream().map(reader).toList();
  }

  /**
   * Same as {@link org.colophon.core.spi.storage.LineageReader#extendedRecords}. Searches from the
   * node with fewer records, since many processes may describe one object.
   *
   * @param process null for any
   * @param object null for any; not both
   */
  public List<ExtendedRecord> extendedRecords(@Nullable Node process, @Nullable Node object) {
    List<Node> records;
    if (process == null || object == null) {
      records =
          describing(Objects.requireNonNull(process == null ? object : process), each -> true);
    } else if (degree(process) <= degree(object)) {
      records = describing(process, each -> describes(each, object));
    } else {
      records = describing(object, each -> describes(each, process));
    }
    records.sort(IN_ORDER);
    return records.stream().map(RareRecords::extendedRecord).toList();
  }

  private static int degree(Node described) {
    return described.getDegree(RelationType.DESCRIBES, Direction.INCOMING);
  }

  private static boolean describes(Node record, Node described) {
    try (ResourceIterable<Relationship> all =
        record.getRelationships(Direction.OUTGOING, RelationType.DESCRIBES)) {
      return all.stream().anyMatch(each -> described.equals(each.getEndNode()));
    }
  }

  private static List<Node> describing(Node described, Predicate<Node> wanted) {
    List<Node> records = new ArrayList<>();
    try (ResourceIterable<Relationship> all =
        described.getRelationships(Direction.INCOMING, RelationType.DESCRIBES)) {
      for (Relationship each : all) {
        Node record = each.getStartNode();
        if (wanted.test(record)) {
          records.add(record);
        }
      }
    }
    return records;
  }

  private static ExtendedRecord extendedRecord(Node node) {
    return new ExtendedRecord(
        lsn(node),
        end(node, RelationType.DESCRIBES, NodeLabel.PROCESS),
        end(node, RelationType.DESCRIBES, NodeLabel.OBJECT),
        (String) node.getProperty(PropertyKey.TYPE),
        DataParts.get(node));
  }

  /** Returns the id of the related node with a label, 0 without one. */
  private static long end(Node node, RelationType type, Label label) {
    try (ResourceIterable<Relationship> all = node.getRelationships(Direction.OUTGOING, type)) {
      for (Relationship each : all) {
        if (each.getEndNode().hasLabel(label)) {
          return (long) each.getEndNode().getProperty(PropertyKey.ID);
        }
      }
      return 0;
    }
  }

  private static long lsn(Node node) {
    return (long) node.getProperty(PropertyKey.LSN);
  }
}
