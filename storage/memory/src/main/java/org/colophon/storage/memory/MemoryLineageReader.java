// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.memory;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StoreStatistics;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.common.facts.AccessInterval;
import org.colophon.storage.common.facts.FactListReader;
import org.jspecify.annotations.Nullable;

/**
 * Searches the collections of a {@link MemoryStore}. Visitors get a copy, so they may call the
 * reader while the store grows.
 */
final class MemoryLineageReader extends FactListReader {
  private final MemoryStore store;

  MemoryLineageReader(MemoryStore store, long untilLsn) {
    super(untilLsn);
    this.store = store;
  }

  @Override
  protected LineageReader view(long lsn) {
    return new MemoryLineageReader(store, lsn);
  }

  @Override
  public long visibleLsn() {
    return store.visibleLsn();
  }

  @Override
  protected List<AccessInterval> accesses(long process, long object, int modes) {
    synchronized (store) {
      return List.copyOf(
          process != 0
              ? store.accessesByProcess.getOrDefault(process, List.of())
              : store.accessesByObject.getOrDefault(object, List.of()));
    }
  }

  private <T> List<T> copy(List<T> facts, Predicate<T> wanted) {
    synchronized (store) {
      return facts.stream().filter(wanted).toList();
    }
  }

  @Override
  protected List<Link> links(boolean isOfEffect, long process) {
    return copy(store.links, each -> process == (isOfEffect ? each.effect() : each.cause()));
  }

  @Override
  protected List<Derivation> derivations(boolean isOfEffect, long object) {
    return copy(store.derivations, each -> object == (isOfEffect ? each.effect() : each.cause()));
  }

  @Override
  protected List<Cut> cuts(long object) {
    synchronized (store) {
      return List.copyOf(store.cuts.getOrDefault(object, List.of()));
    }
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
  public @Nullable ProcessInfo process(long id) {
    synchronized (store) {
      return store.processes.get(id);
    }
  }

  @Override
  public @Nullable ObjectInfo object(long id) {
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

  /** Returns the processes that had a pid. Processes without a pid have pid 0 and are not found. */
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
  protected Map<Bytes, Long> namesUnder(Bytes directory, long asOfLsn) {
    synchronized (store) {
      return store.names.under(directory, asOfLsn);
    }
  }

  @Override
  public SortedSet<Bytes> pathsEverUnder(Bytes directory) {
    Bytes top = NamePaths.withoutSlash(directory);
    synchronized (store) {
      return store.names.find(binding -> binding.path().isAtOrBelow(top)).stream()
          .map(NameBinding::path)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Override
  protected Map<Bytes, Long> firstPaths(Bytes prefix, int limit) {
    synchronized (store) {
      return store.names.suggestions(prefix, limit);
    }
  }

  @Override
  public long lsnAt(long timeNanos) {
    List<MemoryStore.Moment> before = copy(store.moments, each -> each.timeNanos() <= timeNanos);
    return before.isEmpty() ? 0 : before.get(before.size() - 1).lsn();
  }

  @Override
  public long firstLsnAfter(long timeNanos) {
    List<MemoryStore.Moment> after = copy(store.moments, each -> each.timeNanos() > timeNanos);
    return after.isEmpty() ? 0 : after.get(0).lsn();
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
  protected List<ExtendedRecord> records(long process, long object) {
    return copy(
        store.extendedRecords,
        each ->
            (process == 0 || each.process() == process)
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
