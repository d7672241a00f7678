// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.facts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.storage.common.facts.AccessInterval;
import org.colophon.storage.common.facts.FactListReader.Cut;
import org.colophon.storage.common.facts.FactListReader.Derivation;
import org.colophon.storage.common.facts.FactListReader.Link;
import org.colophon.storage.common.facts.PlainKinds;
import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.colophon.storage.neo4j.names.NameReader;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Reads facts from the graph for the {@link FactCache}. Any thread. */
public final class FactLoader {
  private final GraphDatabase database;
  private final long untilLsn;

  /**
   * @param untilLsn the last LSN at which the facts of relationships may begin
   */
  public FactLoader(GraphDatabase database, long untilLsn) {
    this.database = database;
    this.untilLsn = untilLsn;
  }

  /** Returns the node of an id, or null. */
  public static Node node(Transaction transaction, Label label, long id) {
    return transaction.findNode(label, PropertyKey.ID, id);
  }

  private <T> @Nullable T withNode(Label label, long id, Function<Node, @Nullable T> reading) {
    return database.read(
        transaction -> {
          Node node = node(transaction, label, id);
          return node == null ? null : reading.apply(node);
        });
  }

  /**
   * Returns a fact for each relationship of a node that began in time. Of the others, only the LSN
   * is read.
   */
  private <T> List<T> facts(
      Label label,
      long id,
      Direction direction,
      RelationshipType type,
      ToLongFunction<Relationship> lsn,
      Function<Relationship, T> reading) {
    List<T> found =
        withNode(
            label,
            id,
            node -> {
              List<T> facts = new ArrayList<>();
              try (ResourceIterator<Relationship> each =
                  node.getRelationships(direction, type).iterator()) {
                while (each.hasNext()) {
                  Relationship relation = each.next();
                  if (untilLsn == Lsn.LATEST || lsn.applyAsLong(relation) <= untilLsn) {
                    facts.add(reading.apply(relation));
                  }
                }
              }
              return facts;
            });
    return found == null ? List.of() : found;
  }

  /** Returns the accesses of a process or object of one type of relationship. */
  public List<AccessInterval> accesses(boolean isOfProcess, long id, AccessMode mode) {
    boolean isOutgoing = AccessMapping.isFromProcess(mode) == isOfProcess;
    return facts(
        isOfProcess ? NodeLabel.PROCESS : NodeLabel.OBJECT,
        id,
        isOutgoing ? Direction.OUTGOING : Direction.INCOMING,
        AccessMapping.type(mode),
        relation -> (long) relation.getProperty(PropertyKey.FIRST_LSN),
        relation -> {
          long other =
              NodeProperties.id(isOutgoing ? relation.getEndNode() : relation.getStartNode());
          return access(relation, isOfProcess ? id : other, isOfProcess ? other : id, mode);
        });
  }

  private static AccessInterval access(
      Relationship relation, long process, long object, AccessMode representative) {
    Map<String, Object> stored = relation.getAllProperties();
    Object last = stored.get(PropertyKey.LAST_LSN);
    Object bytes = Objects.requireNonNull(stored.get(PropertyKey.BYTES));
    Object lastTime = stored.get(PropertyKey.LAST_TIME);
    long firstNanos = GraphTime.nanos(stored.get(PropertyKey.FIRST_TIME));
    OperationKind kind = kind(stored, representative);
    AccessInterval access =
        new AccessInterval(
            new AccessInterval.Key(
                process,
                object,
                kind.mode(),
                (long) Objects.requireNonNull(stored.get(PropertyKey.FIRST_LSN))),
            kind,
            (long) stored.getOrDefault(PropertyKey.FIRST_BYTES, bytes),
            firstNanos,
            Lsn.OPEN);
    access.close(
        last == null ? Lsn.OPEN : (long) last,
        (long) Objects.requireNonNull(stored.get(PropertyKey.COUNT)),
        (long) bytes,
        last == null && lastTime == null ? firstNanos : GraphTime.nanos(lastTime));
    return access;
  }

  private static OperationKind kind(Map<String, Object> stored, AccessMode representative) {
    Object operation = stored.get(PropertyKey.OPERATION);
    if (operation != null) {
      return OperationKind.valueOf((String) operation);
    }
    boolean isCode =
        Objects.equals(AccessMapping.role(AccessMode.CODE), stored.get(PropertyKey.ROLE));
    return PlainKinds.of(isCode ? AccessMode.CODE : representative);
  }

  private static long lsn(Relationship relation) {
    return (long) relation.getProperty(PropertyKey.LSN);
  }

  public List<Link> causes(long process) {
    return links(process, Direction.OUTGOING);
  }

  public List<Link> effects(long process) {
    return links(process, Direction.INCOMING);
  }

  private List<Link> links(long process, Direction direction) {
    return facts(
        NodeLabel.PROCESS,
        process,
        direction,
        RelationType.WAS_INFORMED_BY,
        FactLoader::lsn,
        relation ->
            new Link(
                NodeProperties.id(relation.getStartNode()),
                NodeProperties.id(relation.getEndNode()),
                LinkKind.valueOf((String) relation.getProperty(PropertyKey.KIND)),
                lsn(relation),
                GraphTime.get(relation, PropertyKey.TIME)));
  }

  public List<Derivation> derivationsOf(long object) {
    return derivations(object, Direction.OUTGOING);
  }

  public List<Derivation> derivationsFrom(long object) {
    return derivations(object, Direction.INCOMING);
  }

  private List<Derivation> derivations(long object, Direction direction) {
    return facts(
        NodeLabel.OBJECT,
        object,
        direction,
        RelationType.WAS_DERIVED_FROM,
        FactLoader::lsn,
        relation ->
            new Derivation(
                NodeProperties.id(relation.getStartNode()),
                NodeProperties.id(relation.getEndNode()),
                NodeProperties.number(relation, PropertyKey.PROCESS, 0),
                lsn(relation),
                GraphTime.get(relation, PropertyKey.TIME)));
  }

  private record NumberedCut(long number, Cut cut) {}

  /** Returns the cuts of an object in LSN order. */
  public List<Cut> cuts(long object) {
    List<NumberedCut> cuts =
        new ArrayList<>(
            facts(
                NodeLabel.OBJECT,
                object,
                Direction.INCOMING,
                RelationType.SPECIALIZATION_OF,
                relation ->
                    NodeProperties.number(relation.getStartNode(), PropertyKey.BEGIN_LSN, 0),
                relation -> cut(relation.getStartNode())));
    cuts.sort(
        Comparator.comparingLong((NumberedCut each) -> each.cut.endLsn())
            .thenComparingLong(NumberedCut::number));
    return cuts.stream().map(NumberedCut::cut).toList();
  }

  private static NumberedCut cut(Node version) {
    Relationship by = version.getSingleRelationship(RelationType.CUT_BY, Direction.OUTGOING);
    return new NumberedCut(
        NodeProperties.number(version, PropertyKey.NUMBER, 0),
        new Cut(
            by == null ? 0 : NodeProperties.id(by.getEndNode()),
            NodeProperties.number(version, PropertyKey.BEGIN_LSN, 0),
            NodeProperties.number(version, PropertyKey.LSN, 0),
            GraphTime.get(version, PropertyKey.TIME)));
  }

  /** Returns the process, or null if it is not declared. */
  public @Nullable ProcessInfo process(long id) {
    return withNode(NodeLabel.PROCESS, id, NodeProperties::process);
  }

  /** Returns the object, or null if it is not declared. */
  public @Nullable ObjectInfo object(long id) {
    return withNode(NodeLabel.OBJECT, id, NodeProperties::object);
  }

  public List<NameBinding> names(long object) {
    return database.read(
        transaction -> {
          Node node = node(transaction, NodeLabel.OBJECT, object);
          return node == null ? List.of() : new NameReader(transaction).namesOf(node);
        });
  }
}
