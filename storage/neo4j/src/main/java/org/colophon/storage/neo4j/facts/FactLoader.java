package org.colophon.storage.neo4j.facts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.colophon.storage.neo4j.names.NameReader;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Reads facts from the graph for the {@link FactCache}. Any thread. */
public final class FactLoader {
  /** The row of a link or derivation: other end, kind or process, LSN, time. */
  public static final int EDGE_WIDTH = 4;

  /** The row of a cut: process, begin, end, time. */
  public static final int CUT_WIDTH = 4;

  private final GraphDatabase database;

  public FactLoader(GraphDatabase database) {
    this.database = database;
  }

  /** Returns the node of an id, or null. */
  public static Node node(Transaction transaction, Label label, long id) {
    return transaction.findNode(label, PropertyKey.ID, id);
  }

  private <T> T withNode(Label label, long id, T absent, Function<Node, T> reading) {
    return database.read(
        transaction -> {
          Node node = node(transaction, label, id);
          return node == null ? absent : reading.apply(node);
        });
  }

  private static void forEach(
      Node node, Direction direction, RelationshipType type, Consumer<Relationship> action) {
    try (ResourceIterator<Relationship> each = node.getRelationships(direction, type).iterator()) {
      each.forEachRemaining(action);
    }
  }

  private long[] rows(Label label, long id, Function<Node, long[]> reading) {
    return withNode(label, id, new LongRows().toArray(), reading);
  }

  /** Returns the accesses of a process or object of one type of relationship. */
  public long[] accesses(boolean isOfProcess, long id, int type) {
    int mode = Integer.numberOfTrailingZeros(FactClass.modes(type));
    boolean isOutgoing = AccessMapping.isFromProcess(mode) == isOfProcess;
    Direction direction = isOutgoing ? Direction.OUTGOING : Direction.INCOMING;
    return rows(
        isOfProcess ? NodeLabel.PROCESS : NodeLabel.OBJECT,
        id,
        node -> {
          LongRows rows = new LongRows();
          forEach(
              node,
              direction,
              AccessMapping.type(mode),
              relation -> AccessRows.add(rows, relation, otherId(relation, node), type));
          return rows.toArray();
        });
  }

  private static long otherId(Relationship relation, Node node) {
    return NodeProperties.id(relation.getOtherNode(node));
  }

  public long[] causes(long process) {
    return links(process, Direction.OUTGOING);
  }

  public long[] effects(long process) {
    return links(process, Direction.INCOMING);
  }

  private long[] links(long process, Direction direction) {
    return edges(
        NodeLabel.PROCESS,
        process,
        direction,
        RelationType.WAS_INFORMED_BY,
        relation -> LinkKind.valueOf((String) relation.getProperty(PropertyKey.KIND)).code());
  }

  public long[] derivationsOf(long object) {
    return derivations(object, Direction.OUTGOING);
  }

  public long[] derivationsFrom(long object) {
    return derivations(object, Direction.INCOMING);
  }

  private long[] derivations(long object, Direction direction) {
    return edges(
        NodeLabel.OBJECT,
        object,
        direction,
        RelationType.WAS_DERIVED_FROM,
        relation -> NodeProperties.number(relation, PropertyKey.PROCESS, 0));
  }

  private long[] edges(
      Label label,
      long id,
      Direction direction,
      RelationshipType type,
      Function<Relationship, ? extends Number> second) {
    return rows(
        label,
        id,
        node -> {
          LongRows rows = new LongRows();
          forEach(
              node,
              direction,
              type,
              relation -> {
                rows.add(otherId(relation, node));
                rows.add(second.apply(relation).longValue());
                rows.add((long) relation.getProperty(PropertyKey.LSN));
                rows.add(GraphTime.get(relation, PropertyKey.TIME));
              });
          return rows.toArray();
        });
  }

  private record Cut(long number, long process, long begin, long end, long timeNanos) {}

  /** Returns the cuts of an object in LSN order. */
  public long[] cuts(long object) {
    return rows(
        NodeLabel.OBJECT,
        object,
        node -> {
          List<Cut> cuts = new ArrayList<>();
          forEach(
              node,
              Direction.INCOMING,
              RelationType.SPECIALIZATION_OF,
              relation -> cuts.add(cut(relation.getStartNode())));
          cuts.sort(Comparator.comparingLong(Cut::end).thenComparingLong(Cut::number));
          LongRows rows = new LongRows();
          for (Cut cut : cuts) {
            rows.add(cut.process);
            rows.add(cut.begin);
            rows.add(cut.end);
            rows.add(cut.timeNanos);
          }
          return rows.toArray();
        });
  }

  private static Cut cut(Node version) {
    Relationship by = version.getSingleRelationship(RelationType.CUT_BY, Direction.OUTGOING);
    return new Cut(
        NodeProperties.number(version, PropertyKey.NUMBER, 0),
        by == null ? 0 : NodeProperties.id(by.getEndNode()),
        NodeProperties.number(version, PropertyKey.BEGIN_LSN, 0),
        NodeProperties.number(version, PropertyKey.LSN, 0),
        GraphTime.get(version, PropertyKey.TIME));
  }

  /** Returns the process, or null if it is not declared. */
  public Object process(long id) {
    return withNode(NodeLabel.PROCESS, id, null, NodeProperties::process);
  }

  /** Returns the object, or null if it is not declared. */
  public Object object(long id) {
    return withNode(NodeLabel.OBJECT, id, null, NodeProperties::object);
  }

  public List<NameBinding> names(long object) {
    return database.read(
        transaction -> {
          Node node = node(transaction, NodeLabel.OBJECT, object);
          return node == null ? List.of() : new NameReader(transaction).namesOf(node);
        });
  }
}
