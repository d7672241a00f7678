// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

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
 * The tree workload as an adapter sees it, unsuppressed: file n is copied from file (n - 2) / 14 +
 * 1 by process n, in blocks. Records are generated as the cursor moves, so they take no memory.
 */
final class TreeBatches implements RecordBatch {
  static final int ARITY = 14;

  private final int blocks;
  private final int stepsPerCopy;
  private final int batchCopies;
  private final int files;
  private int nextFile = 2;
  private int lastFile = 1;
  private long batchFirstLsn;
  private long lsn;
  private int step;
  private long file = 1;
  private long timeNanos = 1_700_000_000_000_000_000L;

  TreeBatches(int files, int blocks, int batchCopies) {
    this.files = files;
    this.blocks = blocks;
    this.batchCopies = batchCopies;
    this.stepsPerCopy = 2 * blocks + 9;
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
    batchFirstLsn = lsn + 1;
    file = nextFile - 1;
    step = stepsPerCopy - 1;
    return true;
  }

  @Override
  public long firstLsn() {
    return batchFirstLsn;
  }

  @Override
  public long lastLsn() {
    return lsn;
  }

  @Override
  public int operations() {
    return (lastFile - nextFile + 1) * (2 * blocks + 5);
  }

  @Override
  public boolean next() {
    if (++step == stepsPerCopy) {
      if (file == lastFile) {
        return false;
      }
      file++;
      step = 0;
    }
    if (step != 2) {
      lsn++;
      timeNanos += 150;
    }
    return true;
  }

  @Override
  public RecordType type() {
    return switch (step) {
      case 0 -> RecordType.PROCESS;
      case 1 -> RecordType.OBJECT;
      case 2 -> RecordType.BIND;
      case 3 -> RecordType.LINK;
      default -> step == stepsPerCopy - 1 ? RecordType.EXIT : RecordType.ACCESS;
    };
  }

  @Override
  public long lsn() {
    return lsn;
  }

  @Override
  public long timeNanos() {
    return timeNanos;
  }

  @Override
  public long process() {
    return file;
  }

  @Override
  public long object() {
    return step < 4 || (step & 1) != 0 ? file : parent(file);
  }

  static long parent(long file) {
    return (file - 2) / ARITY + 1;
  }

  @Override
  public long cause() {
    return 1;
  }

  @Override
  public OperationKind operationKind() {
    if (step < 6) {
      return step == 4 ? OperationKind.OPEN : OperationKind.CREATE;
    }
    if (step >= 6 + 2 * blocks) {
      return OperationKind.CLOSE;
    }
    return (step & 1) == 0 ? OperationKind.READ : OperationKind.WRITE;
  }

  @Override
  public AccessMode accessMode() {
    return operationKind().mode();
  }

  @Override
  public LinkKind linkKind() {
    return LinkKind.FORK;
  }

  @Override
  public GapCause gapCause() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return false;
  }

  @Override
  public long bytes() {
    return step >= 6 && step < 6 + 2 * blocks ? 4096 : 0;
  }

  @Override
  public long count() {
    return 1;
  }

  @Override
  public long beginLsn() {
    return lsn;
  }

  @Override
  public long endLsn() {
    return lsn;
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

  @Override
  public ProcessDeclaration processDeclaration() {
    return new ProcessDeclaration(
        Bytes.EMPTY, 1000 + file, Bytes.of("/bin/cp"), List.of(), Bytes.EMPTY, timeNanos);
  }

  @Override
  public ObjectDeclaration objectDeclaration() {
    return ObjectDeclaration.of(ObjectKind.FILE);
  }
}
