package org.colophon.reporters.fuse.record;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.reporters.fuse.process.Program;

/**
 * What the recorder knows of a node: noted there. Whose use of it waits to be published is changed
 * under this object's monitor, which is asked for after that of an {@link Activity}.
 */
final class Known {
  static final int READ = 0;
  static final int WRITE = 1;
  static final int LOAD = 2;
  static final int OPEN = 3;
  static final int CLOSE = 4;
  static final int KINDS = 5;

  /** The sink's id for it; 0 if it is not recorded. */
  final long object;

  /** The scope's epoch for which that was found out; see {@link Objects}. */
  volatile int epoch;

  /** LSN of the last record of a write to it. */
  private final AtomicLong lastWriteLsn = new AtomicLong();

  /** Who used each opening of it for writing, and so may write through a mapping. */
  final List<Users> openings = new CopyOnWriteArrayList<>();

  /** Who used it last, and alone may have used it without publishing that; null after a cut. */
  volatile Activity user;

  /** Which kinds of access its user has published, as bits. */
  int published;

  /** Which kinds its user has made again since, as bits, with bytes and the order of the last. */
  int pending;

  final long[] pendingBytes = new long[KINDS];
  final long[] pendingOrder = new long[KINDS];

  /**
   * Whether who writes it is told of when it comes to where that is recorded, as it is not here.
   */
  final boolean isBeside;

  /** Who wrote it while it was beside what is recorded; null if nobody. */
  final Writers writtenBeside;

  Known(long object) {
    this(object, false, null);
  }

  private Known(long object, boolean isBeside, Writers writtenBeside) {
    this.object = object;
    this.isBeside = isBeside;
    this.writtenBeside = writtenBeside;
  }

  /** Stands for all that is beside what is recorded and was not written there. */
  static Known beside() {
    return new Known(0, true, null);
  }

  /** The same for one node, since it is written. */
  Known written() {
    Known known = new Known(0, true, new Writers());
    known.epoch = epoch;
    return known;
  }

  /** The programs that may write through a mapping, each once. */
  Set<Program> writers() {
    Set<Program> writers = new LinkedHashSet<>();
    openings.forEach(users -> writers.addAll(users.all()));
    return writers;
  }

  long lastWriteLsn() {
    return lastWriteLsn.get();
  }

  /** A write was published up to here. */
  void wrote(long lsn) {
    lastWriteLsn.accumulateAndGet(lsn, Math::max);
  }
}
