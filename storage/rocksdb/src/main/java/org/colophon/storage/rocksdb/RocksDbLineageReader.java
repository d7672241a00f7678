package org.colophon.storage.rocksdb;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StoreStatistics;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.CutVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;

/**
 * Reads the store. The graph comes from the {@link GroupCache} and is decoded anew for each call;
 * names and the rest come straight from RocksDB.
 */
final class RocksDbLineageReader implements LineageReader {
  private final GroupCache groups;
  private final Database database;
  private final MetaReader meta;
  private final ExtendedReader extended;
  private final StoreFolder folder;
  private final Supplier<StoreState> state;
  private final Runnable closer;

  /** Every lineage asks for the losses; they change with the state only. */
  private volatile GapsAt gaps;

  private record GapsAt(long lsn, List<Gap> gaps) {
    GapsAt {
      gaps = List.copyOf(gaps);
    }
  }

  /**
   * @param state what the store holds at the time of asking
   * @param closer gives back what belongs to this reader alone
   */
  RocksDbLineageReader(
      Database database,
      GroupCache groups,
      StoreFolder folder,
      Supplier<StoreState> state,
      Runnable closer) {
    this.database = database;
    this.groups = groups;
    this.meta = new MetaReader(database);
    this.extended = new ExtendedReader(groups, meta);
    this.folder = folder;
    this.state = state;
    this.closer = closer;
  }

  @Override
  public long visibleLsn() {
    return state.get().lastLsn();
  }

  @Override
  public void accessesOfObject(long object, int modes, AccessVisitor visitor) {
    RunDecoder decoder = new RunDecoder();
    for (int code = 0; code < AccessMode.COUNT; code++) {
      if ((modes >>> code & 1) != 0) {
        AccessMode mode = AccessMode.of(code);
        Group group = groups.get(StoreFormat.BY_OBJECT, object, code);
        IntervalMerger.forEach(
            decoder,
            group,
            object,
            mode,
            (other, kind, first, firstBytes, firstNanos, form, last, count, bytes, lastNanos) ->
                visitor.access(
                    other, object, mode, first, last, count, bytes, firstNanos, lastNanos));
      }
    }
  }

  @Override
  public void accessesOfProcess(long process, int modes, AccessVisitor visitor) {
    RunDecoder decoder = new RunDecoder();
    for (int code = 0; code < AccessMode.COUNT; code++) {
      if ((modes >>> code & 1) != 0) {
        AccessMode mode = AccessMode.of(code);
        Group group = groups.get(StoreFormat.BY_PROCESS, process, code);
        IntervalMerger.forEach(
            decoder,
            group,
            process,
            mode,
            (other, kind, first, firstBytes, firstNanos, form, last, count, bytes, lastNanos) ->
                visitor.access(
                    process, other, mode, first, last, count, bytes, firstNanos, lastNanos));
      }
    }
  }

  @Override
  public void operations(long process, long object, OperationVisitor visitor) {
    if (process == 0 && object == 0) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "operations of what? Name a process, an object, or both");
    }
    if (process != 0) {
      gather(StoreFormat.BY_PROCESS, process, object).visitOfProcess(process, visitor);
    } else {
      gather(StoreFormat.BY_OBJECT, object, 0).visitOfObject(object, visitor);
    }
  }

  private OperationList gather(int family, long id, long other) {
    OperationList found = new OperationList(other);
    RunDecoder decoder = new RunDecoder();
    for (int code = 0; code < AccessMode.COUNT; code++) {
      AccessMode mode = AccessMode.of(code);
      found.plainKind(PlainKinds.of(mode));
      IntervalMerger.forEach(decoder, groups.get(family, id, code), id, mode, found);
    }
    return found;
  }

  @Override
  public void causesOfProcess(long process, LinkVisitor visitor) {
    links(process, StoreFormat.CAUSES, visitor);
  }

  @Override
  public void effectsOfProcess(long process, LinkVisitor visitor) {
    links(process, StoreFormat.EFFECTS, visitor);
  }

  private void links(long process, int factClass, LinkVisitor visitor) {
    ChunkReader chunks = chunks(StoreFormat.BY_PROCESS, process, factClass);
    while (chunks.next()) {
      while (chunks.hasItem()) {
        long other = chunks.in.getVarint();
        LinkKind kind = LinkKind.of(chunks.in.getLength());
        boolean isEffect = factClass == StoreFormat.CAUSES;
        visitor.link(
            isEffect ? process : other,
            isEffect ? other : process,
            kind,
            chunks.getLsn(),
            chunks.getNanos());
      }
    }
  }

  @Override
  public void derivationsOfObject(long object, DerivationVisitor visitor) {
    derivations(object, StoreFormat.CAUSES, visitor);
  }

  @Override
  public void derivationsFromObject(long object, DerivationVisitor visitor) {
    derivations(object, StoreFormat.EFFECTS, visitor);
  }

  private void derivations(long object, int factClass, DerivationVisitor visitor) {
    ChunkReader chunks = chunks(StoreFormat.BY_OBJECT, object, factClass);
    while (chunks.next()) {
      while (chunks.hasItem()) {
        long other = chunks.in.getVarint();
        long process = chunks.in.getVarint();
        boolean isEffect = factClass == StoreFormat.CAUSES;
        visitor.derivation(
            isEffect ? object : other,
            isEffect ? other : object,
            process,
            chunks.getLsn(),
            chunks.getNanos());
      }
    }
  }

  @Override
  public void cuts(long object, CutVisitor visitor) {
    ChunkReader chunks = chunks(StoreFormat.BY_OBJECT, object, StoreFormat.CUTS);
    while (chunks.next()) {
      while (chunks.hasItem()) {
        long process = chunks.in.getVarint();
        long begin = chunks.getLsn();
        visitor.cut(process, begin, chunks.getLsn(), chunks.getNanos());
      }
    }
  }

  private ChunkReader chunks(int family, long id, int factClass) {
    return new ChunkReader(groups.get(family, id, factClass), id);
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
  public ProcessInfo process(long id) {
    return NodeReader.process(groups.get(StoreFormat.BY_PROCESS, id, StoreFormat.NODE), id);
  }

  @Override
  public ObjectInfo object(long id) {
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

  private <T> T names(Function<NameReader, T> question) {
    return database.scan(StoreFormat.PATHS, iterator -> question.apply(new NameReader(iterator)));
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
    List<NameBinding> found = new ArrayList<>();
    ChunkReader chunks = chunks(StoreFormat.BY_OBJECT, object, StoreFormat.BINDS);
    while (chunks.next()) {
      while (chunks.hasItem()) {
        long stamp = StoreFormat.stamp(chunks.baseLsn, 0) + chunks.in.getSigned();
        Bytes path = chunks.in.getString();
        names(
            names -> {
              names.follow(path, object, stamp, found);
              return null;
            });
      }
    }
    found.sort(Comparator.comparingLong(NameBinding::fromLsn).thenComparing(NameBinding::path));
    return found;
  }

  @Override
  public void under(Bytes directory, long asOfLsn, NameVisitor visitor) {
    int end = directory.length() - 1;
    boolean isSlashed = end > 0 && directory.at(end) == '/';
    Bytes folderPath = isSlashed ? directory.slice(0, end) : directory;
    names(
        names -> {
          names.visitUnder(folderPath, StoreFormat.asOf(asOfLsn), visitor);
          return null;
        });
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
  public long timeAt(long lsn) {
    return lsn > visibleLsn() ? 0 : meta.millisAt(lsn) * StoreFormat.NANOS_PER_MILLI;
  }

  @Override
  public List<Snapshot> snapshots() {
    return meta.snapshots();
  }

  @Override
  public List<Gap> gaps() {
    long lsn = visibleLsn();
    GapsAt known = gaps;
    if (known == null || known.lsn() != lsn) {
      known = new GapsAt(lsn, meta.gaps());
      gaps = known;
    }
    return known.gaps();
  }

  @Override
  public List<ExtendedRecord> extendedRecords(long process, long object) {
    return extended.records(process, object);
  }

  @Override
  public StoreStatistics statistics() {
    StoreState now = state.get();
    return new StoreStatistics(
        now.processes(), now.objects(), now.operations(), folder.diskBytes());
  }

  @Override
  public void close() {
    closer.run();
  }
}
