// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.cypher.CypherVocabulary;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StoreStatistics;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.storage.common.GapCache;
import org.colophon.storage.common.facts.AccessInterval;
import org.colophon.storage.common.facts.FactListReader;
import org.colophon.storage.neo4j.cypher.Neo4jCypherEngine;
import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.StoreState;
import org.colophon.storage.neo4j.facts.FactCache;
import org.colophon.storage.neo4j.facts.FactLoader;
import org.colophon.storage.neo4j.facts.NodeProperties;
import org.colophon.storage.neo4j.names.NameReader;
import org.colophon.storage.neo4j.records.GraphClock;
import org.colophon.storage.neo4j.records.RareRecords;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Reads the graph. Lineage reads from the {@link FactCache}; each other call reads in a short
 * transaction of its own.
 */
final class Neo4jLineageReader extends FactListReader implements CypherEngine {
  /** Part of the cache's size that the cache of a view may take. */
  private static final int VIEW_SHARE = 8;

  private final GraphDatabase database;
  private final GraphClock clock;
  private final RareRecords rare = new RareRecords();
  private final FactCache facts;

  /** Cache of the facts that have LSNs; a view has one of its own. */
  private final FactCache timed;

  private final FactLoader loader;
  private final CypherEngine cypher;
  private final Runnable closer;

  private final GapCache gaps;

  /**
   * @param closer releases the resources of this reader alone
   */
  Neo4jLineageReader(GraphDatabase database, Runnable closer) {
    this(database, Lsn.LATEST, new GapCache(), closer);
  }

  private Neo4jLineageReader(
      GraphDatabase database, long untilLsn, GapCache gaps, Runnable closer) {
    super(untilLsn);
    this.database = database;
    this.gaps = gaps;
    this.clock = new GraphClock(database);
    this.facts = FactCache.of(database);
    this.timed =
        untilLsn == Lsn.LATEST
            ? facts
            : new FactCache(database.config().readCacheBytes() / VIEW_SHARE);
    this.loader = new FactLoader(database, untilLsn);
    this.cypher =
        new Neo4jCypherEngine(
            (GraphDatabaseAPI) database.service(), database.config(), database::bolt);
    this.closer = closer;
  }

  @Override
  protected LineageReader view(long lsn) {
    return new Neo4jLineageReader(database, lsn, gaps, () -> {});
  }

  @Override
  public long visibleLsn() {
    return database.state().heldLsn();
  }

  @Override
  protected List<AccessInterval> accesses(long process, long object, int modes) {
    database.requireOpen();
    boolean isOfProcess = process != 0;
    int base = isOfProcess ? FactCache.PROCESS_ACCESSES : FactCache.OBJECT_ACCESSES;
    int wanted = modes | ((modes & AccessMode.CODE.bit()) == 0 ? 0 : AccessMode.READ.bit());
    List<AccessInterval> found = new ArrayList<>();
    for (AccessMode mode : AccessMode.values()) {
      if ((wanted & mode.bit()) != 0 && AccessMapping.representative(mode) == mode) {
        found.addAll(
            timed.get(
                base + mode.code(),
                isOfProcess ? process : object,
                id -> loader.accesses(isOfProcess, id, mode)));
      }
    }
    return found;
  }

  @Override
  protected List<Link> links(boolean isOfEffect, long process) {
    database.requireOpen();
    return isOfEffect
        ? timed.get(FactCache.CAUSES, process, loader::causes)
        : timed.get(FactCache.EFFECTS, process, loader::effects);
  }

  @Override
  protected List<Derivation> derivations(boolean isOfEffect, long object) {
    database.requireOpen();
    return isOfEffect
        ? timed.get(FactCache.DERIVATIONS_OF, object, loader::derivationsOf)
        : timed.get(FactCache.DERIVATIONS_FROM, object, loader::derivationsFrom);
  }

  @Override
  protected List<Cut> cuts(long object) {
    database.requireOpen();
    return timed.get(FactCache.CUTS, object, loader::cuts);
  }

  @Override
  public long lastProcess() {
    return database.state().lastProcess();
  }

  @Override
  public long lastObject() {
    return database.state().lastObject();
  }

  @Override
  public ProcessInfo process(long id) {
    database.requireOpen();
    return facts.get(FactCache.PROCESS, id, loader::process);
  }

  @Override
  public ObjectInfo object(long id) {
    database.requireOpen();
    return facts.get(FactCache.OBJECT, id, loader::object);
  }

  @Override
  public long processByIdentity(Bytes identity) {
    return byIdentity(NodeLabel.PROCESS, identity);
  }

  @Override
  public long objectByIdentity(Bytes identity) {
    return byIdentity(NodeLabel.OBJECT, identity);
  }

  private long byIdentity(Label label, Bytes identity) {
    if (identity.isEmpty()) {
      return 0;
    }
    long hash = NodeProperties.hash(identity);
    long found = 0;
    for (long id : idsWith(label, PropertyKey.IDENTITY_HASH, hash, identity)) {
      found = Math.max(found, id);
    }
    return found;
  }

  /** Returns the processes that had a pid. Processes without a pid are not found. */
  @Override
  public List<Long> processesWithPid(long pid) {
    List<Long> ids = idsWith(NodeLabel.PROCESS, PropertyKey.PID, pid, null);
    ids.sort(null);
    return ids;
  }

  private List<Long> idsWith(Label label, String key, long value, @Nullable Bytes identity) {
    return database.read(
        transaction -> {
          List<Long> ids = new ArrayList<>();
          try (ResourceIterator<Node> found = transaction.findNodes(label, key, value)) {
            while (found.hasNext()) {
              Node node = found.next();
              if (identity == null || NodeProperties.identity(node).equals(identity)) {
                ids.add(NodeProperties.id(node));
              }
            }
          }
          return ids;
        });
  }

  @Override
  public long resolve(Bytes path, long asOfLsn) {
    return database.read(transaction -> new NameReader(transaction).resolve(path, asOfLsn));
  }

  @Override
  public List<NameBinding> bindingsOf(Bytes path) {
    return database.read(transaction -> new NameReader(transaction).bindingsOf(path));
  }

  @Override
  public List<NameBinding> namesOf(long object) {
    database.requireOpen();
    return facts.names(object, loader::names);
  }

  @Override
  protected Map<Bytes, Long> namesUnder(Bytes directory, long asOfLsn) {
    return names((names, found) -> names.under(directory, asOfLsn, found));
  }

  @Override
  protected Map<Bytes, Long> firstPaths(Bytes prefix, int limit) {
    return names((names, found) -> names.pathsFrom(prefix, limit, found));
  }

  @Override
  public SortedSet<Bytes> pathsEverUnder(Bytes directory) {
    return database.read(transaction -> new NameReader(transaction).pathsEverUnder(directory));
  }

  private Map<Bytes, Long> names(BiConsumer<NameReader, NameVisitor> question) {
    return database.read(
        transaction -> {
          Map<Bytes, Long> found = new LinkedHashMap<>();
          question.accept(new NameReader(transaction), found::put);
          return found;
        });
  }

  @Override
  public long lsnAt(long timeNanos) {
    return database.read(transaction -> clock.lsnAt(transaction, timeNanos));
  }

  @Override
  public long firstLsnAfter(long timeNanos) {
    return database.read(transaction -> clock.firstLsnAfter(transaction, timeNanos));
  }

  @Override
  public long timeAt(long lsn) {
    return lsn > visibleLsn() ? 0 : database.read(transaction -> clock.timeAt(transaction, lsn));
  }

  @Override
  public List<Snapshot> snapshots() {
    return database.read(rare::snapshots);
  }

  @Override
  public List<Gap> gaps() {
    return gaps.get(visibleLsn(), () -> database.read(rare::gaps));
  }

  @Override
  protected List<ExtendedRecord> records(long process, long object) {
    return database.read(
        transaction -> {
          Node ofProcess = nodeOrNull(transaction, NodeLabel.PROCESS, process);
          Node ofObject = nodeOrNull(transaction, NodeLabel.OBJECT, object);
          boolean isKnown =
              (process == 0) == (ofProcess == null) && (object == 0) == (ofObject == null);
          return isKnown && !(Objects.isNull(ofProcess) && Objects.isNull(ofObject))
              ? rare.extendedRecords(ofProcess, ofObject)
              : List.of();
        });
  }

  private static @Nullable Node nodeOrNull(Transaction transaction, Label label, long id) {
    return id == 0 ? null : FactLoader.node(transaction, label, id);
  }

  @Override
  public StoreStatistics statistics() {
    StoreState now = database.state();
    return new StoreStatistics(
        now.processes(), now.objects(), now.operations(), database.diskBytes());
  }

  @Override
  public void run(CypherStatement statement, CypherResult result) {
    database.requireOpen();
    cypher.run(statement, result);
  }

  @Override
  public void cancel() {
    cypher.cancel();
  }

  @Override
  public CypherVocabulary vocabulary() {
    database.requireOpen();
    return cypher.vocabulary();
  }

  @Override
  public Optional<BoltEndpoint> bolt() {
    return cypher.bolt();
  }

  @Override
  public void close() {
    closer.run();
  }
}
