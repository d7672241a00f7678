// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import java.util.List;
import java.util.Optional;
import org.agrona.collections.Long2ObjectHashMap;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * The last known state of each file. A different state shows an unrecorded change.
 *
 * <p>Recent states and recorded changes are in memory, in LSN order; the kernel's thread adds them.
 * They are evicted once a store has them. A recorded change makes the state unknown until a
 * reporter attaches the next state. So a difference counts as an unrecorded change only if no
 * reporter reported a change.
 */
public final class FileStates {
  private static final int MAX_RECENT = 1 << 16;

  /** Number of additions between checks of the adapters' progress. */
  private static final int ASK_EVERY = 64;

  /** Result of a comparison. */
  public enum Comparison {
    /** The last state is not known, or a recorded change followed it. */
    UNKNOWN,
    SAME,
    CHANGED
  }

  /** A state and its LSN. The state is null after a recorded change. */
  private static final class Known {
    static final Known NOTHING = new Known(0, null);

    private long lsn;
    private @Nullable Bytes state;

    Known(long lsn, @Nullable Bytes state) {
      this.lsn = lsn;
      this.state = state;
    }
  }

  private final HistoricalLookup past;
  private final Long2ObjectHashMap<Known> recent = new Long2ObjectHashMap<>();
  private long evictUpToLsn;
  private int asked;

  public FileStates(HistoricalLookup past) {
    this.past = past;
  }

  /** Compares a file with its last known state. Any thread. */
  public Comparison compare(long object, FileState now) {
    Known known = known(object);
    Bytes state = known.state;
    if (state == null) {
      return Comparison.UNKNOWN;
    }
    if (!now.isOtherContentThan(FileState.of(state))) {
      return Comparison.SAME;
    }
    boolean isRecorded = past.query(false, reader -> isChangedAfter(reader, object, known.lsn));
    return isRecorded ? Comparison.UNKNOWN : Comparison.CHANGED;
  }

  /**
   * Returns the digest that a file had in its last known state, if it differs from that state in
   * its times only; otherwise null. Any thread.
   */
  public @Nullable FileDigest digestBefore(long object, FileState now) {
    Known known = known(object);
    FileState before = known.state == null ? null : FileState.of(known.state);
    boolean isOnlyOlder =
        before != null
            && before.size() == now.size()
            && before.inode() == now.inode()
            && before.changedNanos() != now.changedNanos();
    return isOnlyOlder
        ? past.query(Optional.<FileDigest>empty(), reader -> digest(reader, object, known.lsn))
            .orElse(null)
        : null;
  }

  /** Returns the digest that followed a state, unless a recorded change followed it too. */
  private static Optional<FileDigest> digest(LineageReader reader, long object, long lsn) {
    return reader.extendedRecords(0, object).stream()
        .filter(each -> each.lsn() > lsn && each.type().equals(FileDigest.TYPE))
        .reduce((first, last) -> last)
        .filter(each -> !isChangedAfter(reader, object, lsn))
        .map(each -> FileDigest.of(each.data()));
  }

  private Known known(long object) {
    Known inMemory = remembered(object);
    return inMemory == null
        ? past.query(Known.NOTHING, reader -> stored(reader, object))
        : inMemory;
  }

  private synchronized @Nullable Known remembered(long object) {
    Known known = recent.get(object);
    return known == null ? null : new Known(known.lsn, known.state);
  }

  private static Known stored(LineageReader reader, long object) {
    List<ExtendedRecord> records = reader.extendedRecords(0, object);
    for (int i = records.size() - 1; i >= 0; i--) {
      if (records.get(i).type().equals(FileState.TYPE)) {
        return new Known(records.get(i).lsn(), records.get(i).data());
      }
    }
    return Known.NOTHING;
  }

  /** Returns true if a store has a change of content or attributes of a file after an LSN. */
  public static boolean isChangedAfter(LineageReader reader, long object, long lsn) {
    boolean[] isChanged = {false};
    reader.accessesOfObject(
        object,
        AccessMode.WRITE.bit(),
        (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            isChanged[0] |= last == Lsn.OPEN || last > lsn);
    reader.operations(
        0,
        object,
        (at, kind, process, o, bytes, nanos) ->
            isChanged[0] |= kind == OperationKind.METADATA && at > lsn);
    reader.cuts(object, (process, begin, end, nanos) -> isChanged[0] |= process != 0 && end > lsn);
    reader.derivationsOfObject(
        object, (effect, cause, process, at, nanos) -> isChanged[0] |= at > lsn);
    return isChanged[0];
  }

  /** Remembers a stored state. Kernel thread. */
  public void recorded(long object, long lsn, Bytes state) {
    put(object, lsn, state);
  }

  /** Remembers a recorded change of content or attributes. Kernel thread. */
  public void changed(long object, long lsn) {
    put(object, lsn, null);
  }

  /** Remembers that a recorded change continued until an LSN, maybe after the state. */
  public synchronized void changedUntil(long object, long lsn) {
    Known known = recent.get(object);
    if (known != null && known.lsn < lsn) {
      known.lsn = lsn;
      known.state = null;
    }
  }

  private void put(long object, long lsn, @Nullable Bytes state) {
    if (set(object, lsn, state) > MAX_RECENT && (asked++ & (ASK_EVERY - 1)) == 0) {
      evict(lsn);
    }
  }

  /** Changes a known state in place, because writes are frequent. Returns the number of states. */
  private synchronized int set(long object, long lsn, @Nullable Bytes state) {
    Known known = recent.get(object);
    if (known == null) {
      recent.put(object, new Known(lsn, state));
    } else {
      known.lsn = lsn;
      known.state = state;
    }
    return recent.size();
  }

  private void evict(long lsn) {
    long limit = evictUpToLsn == 0 ? lsn : evictUpToLsn;
    evictUpToLsn = limit;
    if (past.sees(limit)) {
      remove(limit);
      evictUpToLsn = 0;
    }
  }

  private synchronized void remove(long upToLsn) {
    recent.values().removeIf(known -> known.lsn <= upToLsn);
  }
}
