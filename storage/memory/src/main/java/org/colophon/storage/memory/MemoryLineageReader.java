package org.colophon.storage.memory;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
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
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.common.OperationList;

/**
 * Searches the collections of a {@link MemoryStore}. Visitors get a copy, so they may call the
 * reader while the store grows.
 */
final class MemoryLineageReader implements LineageReader {
  private final MemoryStore store;

  MemoryLineageReader(MemoryStore store) {
    this.store = store;
  }

  @Override
  public long visibleLsn() {
    return store.visibleLsn();
  }

  @Override
  public void accessesOfObject(long object, int modes, AccessVisitor visitor) {
    visit(copy(store.accessesByObject, object), modes, visitor);
  }

  @Override
  public void accessesOfProcess(long process, int modes, AccessVisitor visitor) {
    visit(copy(store.accessesByProcess, process), modes, visitor);
  }

  private static void visit(List<AccessFact> facts, int modes, AccessVisitor visitor) {
    for (AccessFact fact : facts) {
      if ((fact.key.mode().bit() & modes) != 0) {
        visitor.access(
            fact.key.process(),
            fact.key.object(),
            fact.key.mode(),
            fact.key.firstLsn(),
            fact.lastLsn,
            fact.count,
            fact.bytes,
            fact.firstNanos(),
            fact.lastNanos);
      }
    }
  }

  private List<AccessFact> copy(Map<Long, List<AccessFact>> facts, long id) {
    synchronized (store) {
      return List.copyOf(facts.getOrDefault(id, List.of()));
    }
  }

  private <T> List<T> copy(List<T> facts, Predicate<T> wanted) {
    synchronized (store) {
      return facts.stream().filter(wanted).toList();
    }
  }

  @Override
  public void causesOfProcess(long process, LinkVisitor visitor) {
    visit(copy(store.links, link -> link.effect() == process), visitor);
  }

  @Override
  public void effectsOfProcess(long process, LinkVisitor visitor) {
    visit(copy(store.links, link -> link.cause() == process), visitor);
  }

  private static void visit(List<MemoryStore.Link> links, LinkVisitor visitor) {
    links.forEach(l -> visitor.link(l.effect(), l.cause(), l.kind(), l.lsn(), l.timeNanos()));
  }

  @Override
  public void derivationsOfObject(long object, DerivationVisitor visitor) {
    visit(copy(store.derivations, each -> each.effect() == object), visitor);
  }

  @Override
  public void derivationsFromObject(long object, DerivationVisitor visitor) {
    visit(copy(store.derivations, each -> each.cause() == object), visitor);
  }

  private static void visit(List<MemoryStore.Derivation> found, DerivationVisitor visitor) {
    found.forEach(
        d -> visitor.derivation(d.effect(), d.cause(), d.process(), d.lsn(), d.timeNanos()));
  }

  @Override
  public void cuts(long object, CutVisitor visitor) {
    copy(store.cuts, cut -> cut.object() == object)
        .forEach(cut -> visitor.cut(cut.process(), cut.beginLsn(), cut.endLsn(), cut.timeNanos()));
  }

  @Override
  public void operations(long process, long object, OperationVisitor visitor) {
    OperationList.requireEnd(process, object);
    List<AccessFact> facts =
        process != 0
            ? copy(store.accessesByProcess, process)
            : copy(store.accessesByObject, object);
    OperationList found = new OperationList();
    for (AccessFact fact : facts) {
      if (object == 0 || fact.key.object() == object) {
        fact.addOperations(found);
      }
    }
    found.visit(visitor);
  }

  @Override
  public long lastProcess() {
    synchronized (store) {
      return store.processes.isEmpty() ? 0 : store.processes.lastKey();
    }
  }

  @Override
  public long lastObject() {
    synchronized (store) {
      return store.objects.isEmpty() ? 0 : store.objects.lastKey();
    }
  }

  @Override
  public ProcessInfo process(long id) {
    synchronized (store) {
      return store.processes.get(id);
    }
  }

  @Override
  public ObjectInfo object(long id) {
    synchronized (store) {
      return store.objects.get(id);
    }
  }

  @Override
  public long processByIdentity(Bytes identity) {
    synchronized (store) {
      return store.processesByIdentity.getOrDefault(identity, 0L);
    }
  }

  @Override
  public long objectByIdentity(Bytes identity) {
    synchronized (store) {
      return store.objectsByIdentity.getOrDefault(identity, 0L);
    }
  }

  /** Processes without a pid have pid 0 and are not found. */
  @Override
  public List<Long> processesWithPid(long pid) {
    synchronized (store) {
      return store.processes.values().stream()
          .filter(info -> pid != 0 && info.declaration().pid() == pid)
          .map(ProcessInfo::id)
          .toList();
    }
  }

  @Override
  public long resolve(Bytes path, long asOfLsn) {
    synchronized (store) {
      return store.names.resolve(path, asOfLsn);
    }
  }

  @Override
  public List<NameBinding> bindingsOf(Bytes path) {
    synchronized (store) {
      return store.names.find(binding -> binding.path().equals(path));
    }
  }

  @Override
  public List<NameBinding> namesOf(long object) {
    synchronized (store) {
      return store.names.find(binding -> binding.object() == object);
    }
  }

  @Override
  public void under(Bytes directory, long asOfLsn, NameVisitor visitor) {
    Bytes top = NamePaths.withoutSlash(directory);
    List<NameBinding> found;
    synchronized (store) {
      found = store.names.under(top, asOfLsn);
    }
    found.forEach(binding -> visitor.name(binding.path(), binding.object()));
  }

  @Override
  public void pathsFrom(Bytes prefix, NameVisitor visitor) {
    pathsFrom(prefix, Integer.MAX_VALUE, visitor);
  }

  @Override
  public void pathsFrom(Bytes prefix, int limit, NameVisitor visitor) {
    Map<Bytes, Long> found;
    synchronized (store) {
      found = store.names.suggestions(prefix, limit);
    }
    found.forEach(visitor::name);
  }

  @Override
  public long lsnAt(long timeNanos) {
    List<MemoryStore.Moment> before = copy(store.moments, each -> each.timeNanos() <= timeNanos);
    return before.isEmpty() ? 0 : before.get(before.size() - 1).lsn();
  }

  @Override
  public long timeAt(long lsn) {
    if (lsn > store.visibleLsn()) {
      return 0;
    }
    List<MemoryStore.Moment> before = copy(store.moments, moment -> moment.lsn() <= lsn);
    return before.isEmpty() ? 0 : before.get(before.size() - 1).timeNanos();
  }

  @Override
  public List<Snapshot> snapshots() {
    return copy(store.snapshots, snapshot -> true);
  }

  @Override
  public List<Gap> gaps() {
    return copy(store.gaps, gap -> true);
  }

  @Override
  public List<ExtendedRecord> extendedRecords(long process, long object) {
    return copy(
        store.extendedRecords,
        each ->
            (process != 0 || object != 0)
                && (process == 0 || each.process() == process)
                && (object == 0 || each.object() == object));
  }

  @Override
  public StoreStatistics statistics() {
    synchronized (store) {
      return new StoreStatistics(store.processes.size(), store.objects.size(), store.operations, 0);
    }
  }

  @Override
  public void close() {}
}
