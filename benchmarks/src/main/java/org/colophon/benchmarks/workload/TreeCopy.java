// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * A process that copies a file of the tree, step by step. The instance is reused for the next copy.
 */
final class TreeCopy {
  /** Number of bytes of a read or write. */
  static final long BLOCK_BYTES = 4096;

  /** Start time of the first copy. Times are artificial, so that every run is the same. */
  private static final long EPOCH_NANOS = 1_790_000_000_000_000_000L;

  private static final long NANOS_PER_OPERATION = 5_000;
  private static final ObjectDeclaration A_FILE = ObjectDeclaration.of(ObjectKind.FILE);
  private static final Bytes PROGRAM = Bytes.of("/usr/bin/cp");

  private final TreeShape shape;
  private final OperationSink sink;
  private final int lastBlockStep;
  private final int operations;

  private int file;
  private int step;
  private long process;
  private long source;
  private long target;
  private long timeNanos;

  TreeCopy(TreeShape shape, int blocks, OperationSink sink) {
    this.shape = shape;
    this.sink = sink;
    this.lastBlockStep = 1 + 2 * blocks;
    this.operations = operations(blocks);
  }

  /** Returns the operations of a copy: opens, reads and writes, closes, exit. */
  static int operations(int blocks) {
    return 2 + 2 * blocks + 2 + 1;
  }

  /** Returns the file that the copy creates. */
  int file() {
    return file;
  }

  /** Declares the process of the next copy. */
  void begin(int newFile) {
    file = newFile;
    step = 0;
    timeNanos = EPOCH_NANOS + (long) newFile * operations * NANOS_PER_OPERATION;
    process = sink.process(ProcessDeclaration.of(newFile, PROGRAM, timeNanos), timeNanos);
    source = sink.objectAt(shape.path(shape.parent(newFile)), A_FILE, timeNanos);
    target = sink.object(A_FILE, timeNanos);
    sink.bind(process, shape.path(newFile), target, timeNanos);
  }

  /** Reports the next operation. Returns false after the last operation, which is the exit. */
  boolean step() {
    int at = step++;
    timeNanos += NANOS_PER_OPERATION;
    if (at > 1 && at <= lastBlockStep) {
      moveBlock(at);
      return true;
    }
    return openOrClose(at);
  }

  private void moveBlock(int at) {
    if ((at & 1) == 0) {
      access(OperationKind.READ, source, BLOCK_BYTES);
    } else {
      access(OperationKind.WRITE, target, BLOCK_BYTES);
    }
  }

  private boolean openOrClose(int at) {
    if (at == 0) {
      access(OperationKind.OPEN, source, 0);
    } else if (at == 1) {
      access(OperationKind.CREATE, target, 0);
    } else if (at == lastBlockStep + 1) {
      access(OperationKind.CLOSE, source, 0);
    } else if (at == lastBlockStep + 2) {
      access(OperationKind.CLOSE, target, 0);
    } else {
      sink.exit(process, 0, timeNanos);
      return false;
    }
    return true;
  }

  private void access(OperationKind kind, long object, long bytes) {
    sink.access(kind, Phase.WHOLE, process, object, bytes, timeNanos);
  }
}
