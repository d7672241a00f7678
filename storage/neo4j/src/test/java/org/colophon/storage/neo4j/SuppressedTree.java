package org.colophon.storage.neo4j;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/**
 * The tree workload as an adapter sees it, suppressed: file n is copied from file (n - 2) / 14 + 1
 * by process n in 32 blocks. A copy has four stored intervals: it touches, reads, touches and
 * writes. Records are generated as the cursor moves, so they take no memory.
 */
final class SuppressedTree implements RecordBatch {
  static final int ARITY = 14;
  static final int BLOCKS = 32;
  static final int BLOCK_BYTES = 4096;
  static final int INTERVALS = 4;

  /** Number of records of a copy: declarations and name, begins and ends of intervals, exit. */
  private static final int STEPS = 3 + 2 * INTERVALS + 1;

  private static final int LSNS_PER_COPY = 2 * BLOCKS + 6;
  private static final OperationKind[] KINDS = {
    OperationKind.OPEN, OperationKind.CREATE, OperationKind.READ, OperationKind.WRITE
  };

  private final int files;
  private final int batchCopies;
  private int nextFile = 2;
  private int lastFile = 1;
  private int step;
  private long file = 1;

  SuppressedTree(int files, int batchCopies) {
    this.files = files;
    this.batchCopies = batchCopies;
  }

  static int files(int levels) {
    int files = 0;
    int width = 1;
    for (int level = 0; level < levels; level++) {
      files += width;
      width *= ARITY;
    }
    return files;
  }

  /** Moves to the next batch; false after the last. */
  boolean nextBatch() {
    if (lastFile >= files) {
      return false;
    }
    nextFile = lastFile + 1;
    lastFile = Math.min(files, lastFile + batchCopies);
    file = nextFile - 1L;
    step = STEPS - 1;
    return true;
  }

  static long parent(long file) {
    return (file - 2) / ARITY + 1;
  }

  static long beginLsn(long file) {
    return (file - 2) * LSNS_PER_COPY + 1;
  }

  /** Returns the time of an LSN. */
  static long nanos(long lsn) {
    return 1_790_000_000_000_000_000L + lsn * 5_000;
  }

  @Override
  public long firstLsn() {
    return beginLsn(nextFile);
  }

  @Override
  public long lastLsn() {
    return beginLsn(lastFile + 1L) - 1;
  }

  @Override
  public int operations() {
    return (lastFile - nextFile + 1) * (2 * BLOCKS + 5);
  }

  @Override
  public boolean next() {
    if (++step == STEPS) {
      if (file == lastFile) {
        return false;
      }
      file++;
      step = 0;
    }
    return true;
  }

  @Override
  public RecordType type() {
    return switch (step) {
      case 0 -> RecordType.PROCESS;
      case 1 -> RecordType.OBJECT;
      case 2 -> RecordType.BIND;
      case STEPS - 1 -> RecordType.EXIT;
      default -> step < 3 + INTERVALS ? RecordType.ACCESS : RecordType.INTERVAL;
    };
  }

  private int interval() {
    return (step - 3) % INTERVALS;
  }

  @Override
  public long lsn() {
    long begin = beginLsn(file);
    return step < 3 ? begin : step < 3 + INTERVALS ? beginLsn() : begin + LSNS_PER_COPY - 1;
  }

  @Override
  public long timeNanos() {
    return nanos(type() == RecordType.INTERVAL ? endLsn() : lsn());
  }

  @Override
  public long process() {
    return file;
  }

  @Override
  public long object() {
    return step >= 3 && (interval() & 1) == 0 ? parent(file) : file;
  }

  @Override
  public OperationKind operationKind() {
    return KINDS[interval()];
  }

  @Override
  public AccessMode accessMode() {
    return operationKind().mode();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public long bytes() {
    boolean isData = interval() > 1;
    return !isData ? 0 : step < 3 + INTERVALS ? BLOCK_BYTES : (long) BLOCKS * BLOCK_BYTES;
  }

  @Override
  public long count() {
    return interval() > 1 ? BLOCKS : 2;
  }

  @Override
  public long beginLsn() {
    return beginLsn(file) + 1 + interval();
  }

  @Override
  public long endLsn() {
    return beginLsn(file) + LSNS_PER_COPY - 5 + interval();
  }

  @Override
  public int status() {
    return 0;
  }

  @Override
  public Bytes path() {
    return path(file);
  }

  static Bytes path(long file) {
    StringBuilder path = new StringBuilder();
    for (long at = file; at > 1; at = parent(at)) {
      path.insert(0, "/d" + (at - 2) % ARITY);
    }
    return Bytes.of(path.insert(0, "/data/tree").append("/file.dat").toString());
  }

  @Override
  public ProcessDeclaration processDeclaration() {
    return new ProcessDeclaration(
        Bytes.EMPTY, 1000 + file, Bytes.of("/bin/cp"), List.of(), Bytes.EMPTY, timeNanos());
  }

  @Override
  public ObjectDeclaration objectDeclaration() {
    return ObjectDeclaration.of(ObjectKind.FILE);
  }

  @Override
  public long cause() {
    throw new UnsupportedOperationException();
  }

  @Override
  public LinkKind linkKind() {
    throw new UnsupportedOperationException();
  }

  @Override
  public GapCause gapCause() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Bytes toPath() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String label() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Bytes data() {
    throw new UnsupportedOperationException();
  }
}
