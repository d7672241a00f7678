// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Transactions that update files with skew. Each is a process that reads two files and replaces the
 * content of one. A file's rank decides how often it is drawn. The history is the same for each
 * sink, so a shorter one is the beginning of a longer one. One thread.
 */
public final class UpdateWorkload {
  private static final long SEED = 1949L;
  private static final long EPOCH_NANOS = 1_790_000_000_000_000_000L;
  private static final long NANOS_PER_TRANSACTION = 1_000_000;

  /** Usual skew of the updates. */
  public static final double SKEW = 0.99;

  private static final int READS = 2;
  private static final long BYTES = 4096;
  private static final Bytes PROGRAM = Bytes.of("/usr/bin/transaction");

  private final OperationSink sink;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final ZipfSampler sampler;
  private final long[] files;
  private final int[] updates;
  private long timeNanos = EPOCH_NANOS;
  private int transactions;

  /**
   * Declares the files.
   *
   * @param exponent skew of the reads and updates; 0 for none
   */
  public UpdateWorkload(OperationSink sink, int fileCount, double exponent) {
    this.sink = sink;
    this.sampler = new ZipfSampler(fileCount, exponent);
    this.files = new long[fileCount];
    this.updates = new int[fileCount];
    for (int rank = 0; rank < fileCount; rank++) {
      files[rank] = sink.objectAt(Bytes.of("/data/" + rank), ObjectKind.FILE, timeNanos);
    }
  }

  /** Runs further transactions, and flushes the sink. */
  public void run(int count) {
    for (int i = 0; i < count; i++) {
      runOne();
    }
    sink.flush();
  }

  /** Runs a transaction. Returns its time. Does not flush the sink. */
  public long runOne() {
    timeNanos += NANOS_PER_TRANSACTION;
    long process =
        sink.process(ProcessDeclaration.of(++transactions, PROGRAM, timeNanos), timeNanos);
    for (int read = 0; read < READS; read++) {
      access(OperationKind.READ, process, files[sampler.draw(random)]);
    }
    int updated = sampler.draw(random);
    updates[updated]++;
    sink.cut(Phase.WHOLE, process, files[updated], timeNanos);
    access(OperationKind.WRITE, process, files[updated]);
    sink.exit(process, 0, timeNanos);
    return timeNanos;
  }

  private void access(OperationKind kind, long process, long file) {
    sink.access(kind, Phase.WHOLE, process, file, BYTES, timeNanos);
  }

  /** Returns the files that are drawn most often. */
  public List<Long> hot(int count) {
    List<Long> hot = new ArrayList<>();
    for (int rank = 0; rank < count; rank++) {
      hot.add(files[rank]);
    }
    return hot;
  }

  /** Returns files that were updated once so far, the least frequently drawn first. */
  public List<Long> cold(int count) {
    List<Long> cold = new ArrayList<>();
    for (int rank = files.length - 1; rank >= 0 && cold.size() < count; rank--) {
      if (updates[rank] == 1) {
        cold.add(files[rank]);
      }
    }
    return cold;
  }
}
