package org.colophon.storage.neo4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.LinkKind;
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
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.CutVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;
import org.colophon.storage.common.GapCache;
import org.colophon.storage.common.OperationList;
import org.colophon.storage.neo4j.cypher.Neo4jCypherEngine;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.StoreState;
import org.colophon.storage.neo4j.facts.AccessRows;
import org.colophon.storage.neo4j.facts.FactCache;
import org.colophon.storage.neo4j.facts.FactClass;
import org.colophon.storage.neo4j.facts.FactLoader;
import org.colophon.storage.neo4j.facts.LongRows;
import org.colophon.storage.neo4j.facts.NodeProperties;
import org.colophon.storage.neo4j.names.NameReader;
import org.colophon.storage.neo4j.records.GraphClock;
import org.colophon.storage.neo4j.records.RareRecords;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Reads the graph. Lineage reads from the {@link FactCache}; each other call reads in a short
 * transaction of its own.
 */
final class Neo4jLineageReader implements LineageReader, CypherEngine {
  private final GraphDatabase database;
  private final GraphClock clock;
  private final RareRecords rare = new RareRecords();
  private final FactCache facts;
  private final FactLoader loader;
  private final CypherEngine cypher;
  private final Runnable closer;

  private final GapCache gaps = new GapCache();

  /**
   * @param closer releases the resources of this reader alone
   */
  Neo4jLineageReader(GraphDatabase database, Runnable closer) {
    this.database = database;
    this.clock = new GraphClock(database);
    this.facts = FactCache.of(database);
    this.loader = new FactLoader(database);
    this.cypher =
        new Neo4jCypherEngine(
            (GraphDatabaseAPI) database.service(), database.config(), database::bolt);
    this.closer = closer;
  }

  @Override
  public long visibleLsn() {
    return database.state().heldLsn();
  }

  @Override
  public void accessesOfObject(long object, int modes, AccessVisitor visitor) {
    visitAccesses(false, object, modes, visitor);
  }

  @Override
  public void accessesOfProcess(long process, int modes, AccessVisitor visitor) {
    visitAccesses(true, process, modes, visitor);
  }

  private void visitAccesses(boolean isOfProcess, long id, int modes, AccessVisitor visitor) {
    database.requireOpen();
    for (int type = 0; type < FactClass.ACCESS_TYPES; type++) {
      if ((FactClass.modes(type) & modes) != 0) {
        AccessRows.visit(accesses(isOfProcess, id, type), id, isOfProcess, modes, visitor);
      }
    }
  }

  private long[] accesses(boolean isOfProcess, long id, int type) {
    int base = isOfProcess ? FactClass.PROCESS_ACCESSES : FactClass.OBJECT_ACCESSES;
    return facts.rows(base + type, id, missing -> loader.accesses(isOfProcess, missing, type));
  }

  @Override
  public void operations(long process, long object, OperationVisitor visitor) {
    database.requireOpen();
    OperationList.requireEnd(process, object);
    OperationList found = new OperationList();
    for (int type = 0; type < FactClass.ACCESS_TYPES; type++) {
      if (process != 0) {
        AccessRows.operations(accesses(true, process, type), process, true, object, found);
      } else {
        AccessRows.operations(accesses(false, object, type), object, false, 0, found);
      }
    }
    found.visit(visitor);
  }

  @Override
  public void causesOfProcess(long process, LinkVisitor visitor) {
    database.requireOpen();
    long[] rows = facts.rows(FactClass.CAUSES, process, loader::causes);
    for (int row = 0; row < rows.length; row += FactLoader.EDGE_WIDTH) {
      visitor.link(process, rows[row], kind(rows, row), rows[row + 2], rows[row + 3]);
    }
  }

  @Override
  public void effectsOfProcess(long process, LinkVisitor visitor) {
    database.requireOpen();
    long[] rows = facts.rows(FactClass.EFFECTS, process, loader::effects);
    for (int row = 0; row < rows.length; row += FactLoader.EDGE_WIDTH) {
      visitor.link(rows[row], process, kind(rows, row), rows[row + 2], rows[row + 3]);
    }
  }

  private static LinkKind kind(long[] rows, int row) {
    return LinkKind.of((int) rows[row + 1]);
  }

  @Override
  public void derivationsOfObject(long object, DerivationVisitor visitor) {
    database.requireOpen();
    long[] rows = facts.rows(FactClass.DERIVATIONS_OF, object, loader::derivationsOf);
    for (int row = 0; row < rows.length; row += FactLoader.EDGE_WIDTH) {
      visitor.derivation(object, rows[row], rows[row + 1], rows[row + 2], rows[row + 3]);
    }
  }

  @Override
  public void derivationsFromObject(long object, DerivationVisitor visitor) {
    database.requireOpen();
    long[] rows = facts.rows(FactClass.DERIVATIONS_FROM, object, loader::derivationsFrom);
    for (int row = 0; row < rows.length; row += FactLoader.EDGE_WIDTH) {
      visitor.derivation(rows[row], object, rows[row + 1], rows[row + 2], rows[row + 3]);
    }
  }

  @Override
  public void cuts(long object, CutVisitor visitor) {
    database.requireOpen();
    long[] rows = facts.rows(FactClass.CUTS, object, loader::cuts);
    for (int row = 0; row < rows.length; row += FactLoader.CUT_WIDTH) {
      visitor.cut(rows[row], rows[row + 1], rows[row + 2], rows[row + 3]);
    }
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
    return (ProcessInfo) facts.get(FactClass.PROCESS, id, loader::process);
  }

  @Override
  public ObjectInfo object(long id) {
    database.requireOpen();
    return (ObjectInfo) facts.get(FactClass.OBJECT, id, loader::object);
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

  /** Processes without a pid are not found. */
  @Override
  public List<Long> processesWithPid(long pid) {
    List<Long> ids = idsWith(NodeLabel.PROCESS, PropertyKey.PID, pid, null);
    ids.sort(null);
    return ids;
  }

  private List<Long> idsWith(Label label, String key, long value, Bytes identity) {
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
  public void under(Bytes directory, long asOfLsn, NameVisitor visitor) {
    NameList below =
        database.read(
            transaction -> {
              NameList found = new NameList();
              new NameReader(transaction).under(directory, asOfLsn, found);
              return found;
            });
    below.visit(visitor);
  }

  @Override
  public void pathsFrom(Bytes prefix, NameVisitor visitor) {
    pathsFrom(prefix, Integer.MAX_VALUE, visitor);
  }

  @Override
  public void pathsFrom(Bytes prefix, int limit, NameVisitor visitor) {
    NameList paths =
        database.read(
            transaction -> {
              NameList found = new NameList();
              new NameReader(transaction).pathsFrom(prefix, limit, found);
              return found;
            });
    paths.visit(visitor);
  }

  /** Names to visit after the transaction, since visitors may call the reader. */
  private static final class NameList implements NameVisitor {
    private final List<Bytes> paths = new ArrayList<>();
    private final LongRows objects = new LongRows();

    @Override
    public void name(Bytes path, long object) {
      paths.add(path);
      objects.add(object);
    }

    void visit(NameVisitor visitor) {
      long[] ids = objects.toArray();
      for (int i = 0; i < ids.length; i++) {
        visitor.name(paths.get(i), ids[i]);
      }
    }
  }

  @Override
  public long lsnAt(long timeNanos) {
    return database.read(transaction -> clock.lsnAt(transaction, timeNanos));
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
  public List<ExtendedRecord> extendedRecords(long process, long object) {
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

  private static Node nodeOrNull(Transaction transaction, Label label, long id) {
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
