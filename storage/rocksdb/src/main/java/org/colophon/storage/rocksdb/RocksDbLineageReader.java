// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.ActiveIds;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StoreStatistics;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.CutVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.core.spi.storage.visitor.NamesVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;
import org.colophon.storage.common.GapCache;
import org.colophon.storage.common.NameEvent;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.common.facts.OperationList;
import org.colophon.storage.common.facts.PlainKinds;
import org.colophon.storage.rocksdb.damage.Damages;
import org.colophon.storage.rocksdb.damage.MetDamages;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.database.Reads;
import org.colophon.storage.rocksdb.database.RocksDbDirectory;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.format.StoreState;
import org.colophon.storage.rocksdb.names.NameReader;
import org.colophon.storage.rocksdb.names.NameScan;
import org.colophon.storage.rocksdb.names.ReboundPaths;
import org.colophon.storage.rocksdb.read.ActiveReader;
import org.colophon.storage.rocksdb.read.CheckedGroups;
import org.colophon.storage.rocksdb.read.ChunkReader;
import org.colophon.storage.rocksdb.read.ExtendedReader;
import org.colophon.storage.rocksdb.read.Group;
import org.colophon.storage.rocksdb.read.Groups;
import org.colophon.storage.rocksdb.read.GroupsAhead;
import org.colophon.storage.rocksdb.read.IntervalMerger;
import org.colophon.storage.rocksdb.read.MetaReader;
import org.colophon.storage.rocksdb.read.NodeReader;
import org.colophon.storage.rocksdb.read.RunDecoder;
import org.colophon.storage.rocksdb.read.RunEntry;
import org.jspecify.annotations.Nullable;

/**
 * Reads the store. The graph comes from the {@link Groups} and is decoded for each call; names and
 * other data are read directly from RocksDB.
 */
final class RocksDbLineageReader implements LineageReader {
  private final Groups unchecked;
  private final Groups groups;

  /** The facts that have LSNs, up to the end of this view. */
  private final Groups timed;

  private final long untilLsn;
  private final long markedLsn;
  private final Database database;
  private final Reads reads;

  /** The damages of the question of a tolerant reader; null in other readers. */
  private final @Nullable MetDamages met;

  private final MetaReader meta;
  private final ExtendedReader extended;
  private final RocksDbDirectory directory;
  private final Supplier<StoreState> state;
  private final Runnable closer;

  private final GapCache gaps;

  /**
   * @param markedLsn the first LSN of seals of version 4
   * @param state supplies the current state of the store
   * @param closer releases the resources of this reader alone
   */
  RocksDbLineageReader(
      Database database,
      Groups groups,
      long markedLsn,
      RocksDbDirectory directory,
      Supplier<StoreState> state,
      Runnable closer) {
    this(
        database,
        groups,
        groups,
        markedLsn,
        Lsn.LATEST,
        directory,
        state,
        null,
        new GapCache(),
        closer);
  }

  private RocksDbLineageReader(
      Database database,
      Groups groups,
      Groups timed,
      long markedLsn,
      long untilLsn,
      RocksDbDirectory directory,
      Supplier<StoreState> state,
      @Nullable MetDamages met,
      GapCache gaps,
      Runnable closer) {
    Damages damages = met == null ? Damages.REFUSE : met;
    this.database = database;
    this.reads = met == null ? database : database.tolerating(met);
    this.met = met;
    this.unchecked = groups;
    this.groups = new CheckedGroups(groups, damages);
    this.timed = new CheckedGroups(timed, damages);
    this.markedLsn = markedLsn;
    this.untilLsn = untilLsn;
    this.gaps = gaps;
    this.meta = new MetaReader(reads, markedLsn);
    this.extended = new ExtendedReader(this.timed, meta);
    this.directory = directory;
    this.state = state;
    this.closer = closer;
  }

  @Override
  public long visibleLsn() {
    return state.get().lastLsn();
  }

  @Override
  public LineageReader until(long lsn) {
    return lsn >= untilLsn ? this : view(unchecked, lsn, met, gaps);
  }

  @Override
  public LineageReader tolerant() {
    // Gaps that were read in spite of damage stay with the question.
    return met != null ? this : view(unchecked, untilLsn, new MetDamages(), new GapCache());
  }

  @Override
  public List<String> damages() {
    return database.lost().texts();
  }

  private RocksDbLineageReader view(
      Groups all, long lsn, @Nullable MetDamages question, GapCache itsGaps) {
    final long visible = visibleLsn();
    final Groups facts = lsn < visible ? all.until(lsn, visible) : all;
    return new RocksDbLineageReader(
        database, all, facts, markedLsn, lsn, directory, state, question, itsGaps, () -> {});
  }

  @Override
  public void accessesOfObject(long object, int modes, AccessVisitor visitor) {
    visitAccesses(StoreFormat.BY_OBJECT, object, modes, visitor);
  }

  @Override
  public void accessesOfProcess(long process, int modes, AccessVisitor visitor) {
    visitAccesses(StoreFormat.BY_PROCESS, process, modes, visitor);
  }

  private void visitAccesses(int family, long id, int modes, AccessVisitor visitor) {
    final boolean isOfObject = family == StoreFormat.BY_OBJECT;
    RunDecoder decoder = new RunDecoder();
    for (int code = 0; code < AccessMode.COUNT; code++) {
      if ((modes >>> code & 1) != 0) {
        final AccessMode mode = AccessMode.of(code);
        visitRuns(
            decoder,
            family,
            id,
            mode,
            e ->
                visitor.access(
                    isOfObject ? e.other : id,
                    isOfObject ? id : e.other,
                    mode,
                    e.firstLsn,
                    e.lastLsn,
                    e.count,
                    e.bytes,
                    e.firstNanos,
                    e.lastNanos));
      }
    }
  }

  private void visitRuns(
      RunDecoder decoder, int family, long id, AccessMode mode, Consumer<RunEntry> visitor) {
    Consumer<RunEntry> begun =
        untilLsn == Lsn.LATEST
            ? visitor
            : entry -> {
              if (entry.firstLsn <= untilLsn) {
                visitor.accept(entry);
              }
            };
    IntervalMerger.forEach(decoder, timed.get(family, id, mode.code()), id, mode, begun);
  }

  @Override
  public void operations(long process, long object, OperationVisitor visitor) {
    OperationList.requireEnd(process, object);
    OperationList found = new OperationList();
    RunDecoder decoder = new RunDecoder();
    int family = process != 0 ? StoreFormat.BY_PROCESS : StoreFormat.BY_OBJECT;
    for (int code = 0; code < AccessMode.COUNT; code++) {
      AccessMode mode = AccessMode.of(code);
      visitRuns(
          decoder,
          family,
          process != 0 ? process : object,
          mode,
          e -> {
            if (process == 0) {
              addOperations(e, e.other, object, mode, found);
            } else if (object == 0 || object == e.other) {
              addOperations(e, process, e.other, mode, found);
            }
          });
    }
    found.visit(untilLsn, visitor);
  }

  /** Adds the first operation, and one operation that stands for all later ones. */
  private static void addOperations(
      RunEntry e, long process, long object, AccessMode mode, OperationList found) {
    OperationKind first = OperationKind.of(e.kind);
    found.operation(e.firstLsn, first, process, object, e.firstBytes, e.firstNanos);
    if (e.count >= 2 && e.lastLsn != Lsn.OPEN) {
      OperationKind last = PlainKinds.of(mode);
      found.operation(e.lastLsn, last, process, object, e.bytes - e.firstBytes, e.lastNanos);
    }
  }

  @Override
  public void causesOfProcess(long process, LinkVisitor visitor) {
    edges(StoreFormat.BY_PROCESS, process, StoreFormat.CAUSES, asDerivations(visitor));
  }

  @Override
  public void effectsOfProcess(long process, LinkVisitor visitor) {
    edges(StoreFormat.BY_PROCESS, process, StoreFormat.EFFECTS, asDerivations(visitor));
  }

  private static DerivationVisitor asDerivations(LinkVisitor visitor) {
    return (effect, cause, kind, lsn, nanos) ->
        visitor.link(effect, cause, LinkKind.of(Math.toIntExact(kind)), lsn, nanos);
  }

  @Override
  public void derivationsOfObject(long object, DerivationVisitor visitor) {
    edges(StoreFormat.BY_OBJECT, object, StoreFormat.CAUSES, visitor);
  }

  @Override
  public void derivationsFromObject(long object, DerivationVisitor visitor) {
    edges(StoreFormat.BY_OBJECT, object, StoreFormat.EFFECTS, visitor);
  }

  /** Visits links or derivations. A link passes its kind instead of a process. */
  private void edges(int family, long id, int factClass, DerivationVisitor visitor) {
    final boolean isEffect = factClass == StoreFormat.CAUSES;
    ChunkReader chunks = new ChunkReader(timed.get(family, id, factClass), id);
    while (chunks.hasItem()) {
      long other = chunks.in.getVarint();
      long detail = chunks.in.getVarint();
      long lsn = chunks.getLsn();
      long nanos = chunks.getNanos();
      if (lsn <= untilLsn) {
        visitor.derivation(isEffect ? id : other, isEffect ? other : id, detail, lsn, nanos);
      }
    }
  }

  @Override
  public void cuts(long object, CutVisitor visitor) {
    Group cuts = timed.get(StoreFormat.BY_OBJECT, object, StoreFormat.CUTS);
    ChunkReader chunks = new ChunkReader(cuts, object);
    while (chunks.hasItem()) {
      long process = chunks.in.getVarint();
      long begin = chunks.getLsn();
      long end = chunks.getLsn();
      long nanos = chunks.getNanos();
      if (begin <= untilLsn) {
        visitor.cut(process, begin, end, nanos);
      }
    }
  }

  @Override
  public long lastProcess() {
    return state.get().maxProcess();
  }

  @Override
  public long lastObject() {
    return state.get().maxObject();
  }

  @Override
  public @Nullable ProcessInfo process(long id) {
    return NodeReader.process(groups.get(StoreFormat.BY_PROCESS, id, StoreFormat.NODE), id);
  }

  @Override
  public @Nullable ObjectInfo object(long id) {
    return NodeReader.object(groups.get(StoreFormat.BY_OBJECT, id, StoreFormat.NODE), id);
  }

  @Override
  public long processByIdentity(Bytes identity) {
    return meta.idOf(StoreFormat.PROCESS_KEY, identity);
  }

  @Override
  public long objectByIdentity(Bytes identity) {
    return meta.idOf(StoreFormat.OBJECT_KEY, identity);
  }

  @Override
  public List<Long> processesWithPid(long pid) {
    return meta.processesWithPid(pid);
  }

  /** Reads all processes of a store with seals of older versions, which have no such keys. */
  @Override
  public List<Long> processesOf(Bytes executable) {
    return markedLsn != 0
        ? LineageReader.super.processesOf(executable)
        : meta.processesOf(executable).stream().filter(id -> isOf(id, executable)).toList();
  }

  private boolean isOf(long process, Bytes executable) {
    ProcessInfo info = process(process);
    return info != null && info.declaration().executable().equals(executable);
  }

  private <T> T names(Function<NameReader, T> question) {
    return reads.scan(StoreFormat.PATHS, iterator -> question.apply(new NameReader(iterator)));
  }

  @Override
  public long resolve(Bytes path, long asOfLsn) {
    return names(names -> names.resolve(path, StoreFormat.asOf(asOfLsn)));
  }

  @Override
  public List<NameBinding> bindingsOf(Bytes path) {
    return names(names -> names.bindingsOf(path));
  }

  @Override
  public List<NameBinding> namesOf(long object) {
    List<NameEvent> binds = binds(object);
    return binds.isEmpty() ? List.of() : names(names -> names.namesOf(binds));
  }

  private List<NameEvent> binds(long object) {
    Group stored = groups.get(StoreFormat.BY_OBJECT, object, StoreFormat.BINDS);
    ChunkReader chunks = new ChunkReader(stored, object);
    if (!chunks.hasItem()) {
      return List.of();
    }
    List<NameEvent> binds = new ArrayList<>(1);
    while (chunks.hasItem()) {
      long stamp = StoreFormat.stamp(chunks.baseLsn, 0) + chunks.in.getSigned();
      Bytes path = chunks.in.getString();
      long lsn = StoreFormat.lsnOf(stamp);
      binds.add(new NameEvent(NameEvent.Kind.BIND, path, stamp, lsn, object, Bytes.EMPTY));
    }
    return binds;
  }

  /** Tests the paths that objects were bound to, and resolves only those that may pass. */
  @Override
  public void objectsNamed(Predicate<Bytes> test, long asOfLsn, NamesVisitor visitor) {
    RocksDbLineageReader reader = forScan();
    long last = lastObject();
    names(
        names -> {
          NameScan scan = names.scan(test, () -> reboundPaths(last), visitor);
          for (long id = 1; id <= last; id++) {
            scan.add(id, reader.binds(id));
          }
          scan.flush();
          return null;
        });
  }

  private ReboundPaths reboundPaths(long last) {
    RocksDbLineageReader reader = forScan();
    ReboundPaths paths = new ReboundPaths(last);
    for (long id = 1; id <= last; id++) {
      reader.binds(id).forEach(bind -> paths.add(bind.path()));
    }
    return paths;
  }

  @Override
  public RocksDbLineageReader forScan() {
    return view(new GroupsAhead(database, markedLsn), untilLsn, met, gaps);
  }

  @Override
  public void under(Bytes directory, long asOfLsn, NameVisitor visitor) {
    Bytes top = NamePaths.withoutSlash(directory);
    names(
        names -> {
          names.visitUnder(top, StoreFormat.asOf(asOfLsn), visitor);
          return null;
        });
  }

  @Override
  public SortedSet<Bytes> pathsEverUnder(Bytes directory) {
    Bytes top = NamePaths.withoutSlash(directory);
    return names(names -> names.pathsEverUnder(top));
  }

  @Override
  public void pathsFrom(Bytes prefix, NameVisitor visitor) {
    pathsFrom(prefix, Integer.MAX_VALUE, visitor);
  }

  @Override
  public void pathsFrom(Bytes prefix, int limit, NameVisitor visitor) {
    names(names -> names.pathsFrom(prefix, limit))
        .forEach((path, last) -> visitor.name(path, last.object()));
  }

  @Override
  public long lsnAt(long timeNanos) {
    return meta.lsnAt(Math.floorDiv(timeNanos, StoreFormat.NANOS_PER_MILLI));
  }

  @Override
  public long firstLsnAfter(long timeNanos) {
    return meta.firstLsnAfter(Math.floorDiv(timeNanos, StoreFormat.NANOS_PER_MILLI));
  }

  /** Stores with seals of older versions have no index of these. */
  @Override
  public @Nullable ActiveIds activeBetween(long sinceNanos, long untilNanos) {
    return markedLsn != 0
        ? null
        : new ActiveReader(
                reads,
                Math.floorDiv(sinceNanos, StoreFormat.NANOS_PER_MILLI),
                Math.floorDiv(untilNanos, StoreFormat.NANOS_PER_MILLI))
            .find();
  }

  @Override
  public long timeAt(long lsn) {
    return lsn > visibleLsn() ? 0 : meta.millisAt(lsn) * StoreFormat.NANOS_PER_MILLI;
  }

  @Override
  public List<Snapshot> snapshots() {
    return meta.snapshots();
  }

  @Override
  public List<Gap> gaps() {
    List<Gap> stored = gaps.get(visibleLsn(), meta::gaps);
    return met == null ? stored : met.after(stored, visibleLsn());
  }

  @Override
  public List<ExtendedRecord> extendedRecords(long process, long object) {
    return extended.records(process, object, untilLsn);
  }

  @Override
  public StoreStatistics statistics() {
    StoreState now = state.get();
    return new StoreStatistics(
        now.processes(), now.objects(), now.operations(), directory.diskBytes());
  }

  @Override
  public void close() {
    closer.run();
  }
}
