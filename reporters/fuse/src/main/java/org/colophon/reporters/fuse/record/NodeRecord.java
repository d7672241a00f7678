// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.content.WrittenRanges;
import org.colophon.reporters.fuse.digest.LastState;
import org.colophon.reporters.fuse.digest.MountDigests;
import org.colophon.reporters.fuse.process.Program;
import org.jspecify.annotations.Nullable;

/**
 * The recorder's state of a node. The monitor of the record guards the fields about the user of the
 * node. It is acquired after the monitor of an {@link Activity}.
 */
final class NodeRecord implements MountDigests.Recorded {
  static final int READ = 0;
  static final int WRITE = 1;
  static final int LOAD = 2;
  static final int OPEN = 3;
  static final int CLOSE = 4;
  static final int KINDS = 5;

  /** The id of the object in the sink; 0 if the node is not recorded. */
  final long object;

  /** The epoch in which the state was computed; see {@link NodeObjects}. */
  volatile int epoch;

  private final AtomicLong lastWriteLsn = new AtomicLong();

  /** Users of each writable open file, who may write through a mapping. */
  final List<FileUsers> openings = new CopyOnWriteArrayList<>();

  /**
   * The last program that used the object. Only this program may have unpublished accesses. Null
   * after a cut.
   */
  volatile @Nullable Activity user;

  /** Set of access kinds that the user has published, one bit each. */
  int published;

  /**
   * Set of waiting access kinds, one bit each. The arrays contain the bytes and the order of each
   * kind.
   */
  int pending;

  final long[] pendingBytes = new long[KINDS];
  final long[] pendingOrder = new long[KINDS];

  final LastState state = new LastState();

  /** Ranges that are written but not recorded; null if there are none. Guarded by this. */
  private @Nullable WrittenRanges ranges;

  /** True if the writers are to be recorded once the node has a recorded path. */
  final boolean isOutside;

  /** Writers at unrecorded paths; null if there are none. */
  final @Nullable OutsideWriters outsideWriters;

  NodeRecord(long object) {
    this(object, false, null);
  }

  private NodeRecord(long object, boolean isOutside, @Nullable OutsideWriters outsideWriters) {
    this.object = object;
    this.isOutside = isOutside;
    this.outsideWriters = outsideWriters;
  }

  /** Creates the shared state of unwritten nodes at unrecorded paths. */
  static NodeRecord outside() {
    return new NodeRecord(0, true, null);
  }

  /** Creates the state of a node that is written at an unrecorded path. */
  NodeRecord written() {
    NodeRecord known = new NodeRecord(0, true, new OutsideWriters());
    known.epoch = epoch;
    return known;
  }

  /** Returns the programs that may write through a mapping. */
  Set<Program> writers() {
    Set<Program> writers = new LinkedHashSet<>();
    openings.forEach(users -> writers.addAll(users.all()));
    return writers;
  }

  long lastWriteLsn() {
    return lastWriteLsn.get();
  }

  /** Publishes waiting accesses of the object's user. */
  void settle(OperationSink sink) {
    Activity last = user;
    if (last != null) {
      last.publish(sink);
    }
  }

  @Override
  public long afterWaiting(OperationSink sink, Runnable report) {
    while (true) {
      settle(sink);
      synchronized (this) {
        if (pending == 0) {
          user = null;
          report.run();
          return sink.flush();
        }
      }
    }
  }

  @Override
  public long id() {
    return object;
  }

  @Override
  public LastState state() {
    return state;
  }

  void attach(String type, FileState seen, OperationSink sink) {
    afterWaiting(sink, () -> sink.extend(0, object, type, seen.bytes(), 0));
  }

  /**
   * Adds a written range. Records the earlier ranges if the order matters, or if there are many.
   *
   * @param process 0 if unknown
   * @param to exclusive
   */
  void wroteRange(long process, long from, long to, OperationSink sink) {
    while (!addRange(process, from, to)) {
      wrote(publishRanges(sink));
    }
  }

  /** Records the ranges while the file is written, without the accesses that wait. */
  private synchronized long publishRanges(OperationSink sink) {
    reportRanges(sink);
    return sink.flush();
  }

  private synchronized boolean addRange(long process, long from, long to) {
    if (ranges == null) {
      ranges = new WrittenRanges();
    }
    return ranges.add(process, from, to);
  }

  private synchronized boolean hasRanges() {
    return ranges != null;
  }

  /** Records all written ranges, after the accesses that wrote them. */
  void recordRanges(OperationSink sink) {
    if (hasRanges()) {
      wrote(afterWaiting(sink, () -> reportRanges(sink)));
    }
  }

  private void reportRanges(OperationSink sink) {
    if (ranges != null) {
      ranges.report(object, sink);
      ranges = null;
    }
  }

  /** Records a copy or a truncation after the ranges that were written before. */
  void recordRange(long process, ByteMap range, OperationSink sink) {
    ByteMap.Encoded map = range.encode();
    Runnable report =
        () -> {
          reportRanges(sink);
          sink.extend(process, object, ByteMap.RANGES, map.data(), map.idsAt(), 0);
        };
    wrote(afterWaiting(sink, report));
  }

  /** Notes that the writes up to an LSN are published. */
  void wrote(long lsn) {
    lastWriteLsn.accumulateAndGet(lsn, Math::max);
  }
}
