// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.core.spi.storage.visitor.NamesVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Reads recorded facts from a store, edge by edge. Time-respecting traversal belongs to the query
 * engine, which sees only this interface.
 *
 * <p>A visitor is called on the calling thread, once for each fact, and in no particular order
 * unless documented. An interval is visited in its final form only, even if the store holds earlier
 * forms. Unknown ids have no facts. Any number of threads may read at once. A reader sees
 * everything flushed before the call began.
 */
public interface LineageReader extends HistorySource, AutoCloseable {
  /** Returns the largest LSN up to which this reader sees everything. */
  long visibleLsn();

  /**
   * Returns a view of the history up to an LSN, which need not read what was recorded later.
   *
   * <p>The view visits exactly the accesses that began at or before the LSN, and the links,
   * derivations, cuts, operations and extended records of that time. An access that ended or was
   * extended later is visited in its final form, as by this reader. Everything else is as in this
   * reader: nodes, names, gaps, snapshots and times. So the facts of a view are the same in all
   * adapters.
   *
   * <p>The view may miss records stored after this call. It has the threads of this reader, need
   * not be closed, and is unusable once this reader is closed.
   *
   * @param lsn the last LSN; {@link org.colophon.core.model.Lsn#LATEST} returns this reader
   */
  LineageReader until(long lsn);

  /**
   * Returns a reader for one question that leaves out damaged data. Other readers fail with
   * STORE_CORRUPT when they meet damage.
   *
   * <p>Once a call met damage, {@link #gaps} of this reader and of its views has a gap of the cause
   * {@link org.colophon.core.model.GapCause#STORE_DAMAGE}, which names the damage. Where the lost
   * facts are unknown, a call that could have met them counts. This default never leaves out data.
   * The reader need not be closed, and is unusable once this reader is closed.
   */
  default LineageReader tolerant() {
    return this;
  }

  /**
   * Returns what is known to be lost or damaged, a text for each file. Reads no data. This default
   * knows nothing.
   */
  default List<String> damages() {
    return List.of();
  }

  // --- the graph ---

  /**
   * Visits the access intervals of an object.
   *
   * @param modes a mask of {@link AccessMode#bit}
   */
  void accessesOfObject(long object, int modes, AccessVisitor visitor);

  /** Visits the links in which the process is the cause. */
  void effectsOfProcess(long process, LinkVisitor visitor);

  /** Visits the derivations in which the object is the cause. */
  void derivationsFromObject(long object, DerivationVisitor visitor);

  // --- nodes ---

  /** Returns the process with an identity, 0 if none. */
  long processByIdentity(Bytes identity);

  /** Returns the object with an identity, 0 if none. */
  long objectByIdentity(Bytes identity);

  /** Returns the processes that had a pid, in LSN order. */
  List<Long> processesWithPid(long pid);

  /**
   * Returns the processes that executed a program, in LSN order. This default reads all processes.
   *
   * @param executable the program's path as the processes declare it; not empty
   */
  default List<Long> processesOf(Bytes executable) {
    List<Long> found = new ArrayList<>();
    LineageReader scan = forScan();
    long last = lastProcess();
    for (long id = 1; id <= last; id++) {
      ProcessInfo info = scan.process(id);
      if (info != null && info.declaration().executable().equals(executable)) {
        found.add(id);
      }
    }
    return found;
  }

  // --- names ---

  /**
   * Returns the object that a path was bound to as of an LSN ({@link
   * org.colophon.core.model.Lsn#LATEST} for now), 0 if none.
   */
  long resolve(Bytes path, long asOfLsn);

  /**
   * Returns every binding of the path, in LSN order. Includes bindings that resulted from moves of
   * directories above the path.
   */
  List<NameBinding> bindingsOf(Bytes path);

  /**
   * Visits the bindings that hold as of an LSN at or below a directory, in order of path bytes.
   *
   * @param directory the directory, with or without a slash at its end; empty for all names
   */
  void under(Bytes directory, long asOfLsn, NameVisitor visitor);

  /**
   * Visits paths that start with the given bytes and were bound at some time, in order of path
   * bytes. Meant for suggestions: paths that result from moved directories may be missing.
   */
  void pathsFrom(Bytes prefix, NameVisitor visitor);

  /**
   * Visits the first paths that {@link #pathsFrom(Bytes, NameVisitor)} would visit. A reader may
   * stop at the limit; this default reads all paths and ignores those beyond the limit.
   *
   * @param limit the maximum number of paths, at least 1
   */
  default void pathsFrom(Bytes prefix, int limit, NameVisitor visitor) {
    int[] left = {limit};
    pathsFrom(
        prefix,
        (path, object) -> {
          if (left[0] > 0) {
            left[0]--;
            visitor.name(path, object);
          }
        });
  }

  /**
   * Returns the paths at or below a directory that were bound at some time, also those that result
   * from moves of directories. May include a path that was bound and removed at one LSN.
   *
   * @param directory the directory, with or without a slash at its end; empty for all names
   */
  SortedSet<Bytes> pathsEverUnder(Bytes directory);

  /**
   * Visits objects that may have a name that passes a test, each with all its names, in order of
   * ids. If an object has valid names at the LSN, it is visited if one of them passes. If it had
   * names only before, it is visited if the last one passes. Objects that never had a name are
   * always visited. Other objects may be visited too. This default tests all valid names, and
   * visits all objects without one.
   */
  default void objectsNamed(Predicate<Bytes> test, long asOfLsn, NamesVisitor visitor) {
    BitSet named = new BitSet();
    BitSet passing = new BitSet();
    under(
        Bytes.EMPTY,
        asOfLsn,
        (path, object) -> {
          named.set(Math.toIntExact(object));
          if (test.test(path)) {
            passing.set(Math.toIntExact(object));
          }
        });
    int last = Math.toIntExact(lastObject());
    for (int id = 1; id <= last; id++) {
      if (passing.get(id) || !named.get(id)) {
        visitor.names(id, namesOf(id));
      }
    }
  }

  /**
   * Returns a reader of the same store for one thread that reads about many ids in ascending order.
   * It may cache records that it read ahead, so it may miss records stored after this call. It need
   * not be closed, and is unusable once this reader is closed.
   */
  default LineageReader forScan() {
    return this;
  }

  // --- time, snapshots, losses, extended records ---

  /**
   * Returns the largest LSN recorded at or before an instant, 0 if none. Exact to the precision of
   * the store's times, a millisecond or better.
   */
  long lsnAt(long timeNanos);

  /**
   * Returns the smallest LSN recorded after an instant, 0 if none. If clocks went back, it may be
   * less than the result of {@link #lsnAt}.
   */
  long firstLsnAfter(long timeNanos);

  /**
   * Returns the ids that may be active in a range of times, from an index. An access or a process
   * without an end lasts until now. If a clock went back, an activity lasts from the earlier of its
   * two times to the later. This default has no index.
   *
   * @param sinceNanos the begin of the range
   * @param untilNanos the end of the range, which belongs to it
   * @return the ids; null without an index: then any id may be active
   */
  default @Nullable ActiveIds activeBetween(long sinceNanos, long untilNanos) {
    return null;
  }

  /** Returns figures about the store for users. */
  StoreStatistics statistics();

  @Override
  void close();
}
