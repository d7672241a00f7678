// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * The <em>zipf</em> workload. The process and the object of each operation are drawn from a skewed
 * distribution, with three reads to two writes. A few pairs are frequent, and very many occur only
 * once or twice. That is the worst case for state per pair. Processes and objects are declared when
 * they are first drawn. All processes exit at the end; exits do not count.
 */
public final class ZipfWorkload implements Workload {
  private static final long SEED = 1949L;
  private static final long EPOCH_NANOS = 1_790_000_000_000_000_000L;
  private static final long NANOS_PER_OPERATION = 1_000;
  private static final long BYTES = 4096;
  private static final double READS = 0.6;
  private static final ObjectDeclaration A_FILE = ObjectDeclaration.of(ObjectKind.FILE);
  private static final Bytes PROGRAM = Bytes.of("/usr/bin/worker");

  private final int operations;
  private final ZipfSampler processSampler;
  private final ZipfSampler objectSampler;
  private final int processes;
  private final int objects;

  /**
   * Constructs a workload.
   *
   * @param operations number of operations to draw
   * @param processes number of processes
   * @param objects number of objects
   * @param exponent skew of both distributions; 0 for none, usually about 1
   */
  public ZipfWorkload(int operations, int processes, int objects, double exponent) {
    this.operations = operations;
    this.processes = processes;
    this.objects = objects;
    this.processSampler = new ZipfSampler(processes, exponent);
    this.objectSampler = new ZipfSampler(objects, exponent);
  }

  /**
   * Returns a workload with exponent 0.99, a process for each 150 operations, and an object for
   * each 6 operations. Three million operations have 20,000 processes and 500,000 objects.
   */
  public static ZipfWorkload ofOperations(int operations) {
    return new ZipfWorkload(operations, operations / 150 + 1, operations / 6 + 1, 0.99);
  }

  @Override
  public String name() {
    return "zipf-" + operations;
  }

  @Override
  public long operations() {
    return operations;
  }

  @Override
  public void report(OperationSink sink) {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] processIds = new long[processes];
    long[] objectIds = new long[objects];
    long timeNanos = EPOCH_NANOS;
    for (int i = 0; i < operations; i++) {
      timeNanos += NANOS_PER_OPERATION;
      long process = seenProcess(processSampler.draw(random), processIds, sink, timeNanos);
      long object = seenObject(objectSampler.draw(random), objectIds, sink, timeNanos);
      OperationKind kind = random.nextDouble() < READS ? OperationKind.READ : OperationKind.WRITE;
      sink.access(kind, Phase.WHOLE, process, object, BYTES, timeNanos);
    }
    endAll(processIds, sink, timeNanos);
    sink.flush();
  }

  private static long seenProcess(int rank, long[] ids, OperationSink sink, long timeNanos) {
    long id = ids[rank];
    if (id == 0) {
      id = sink.process(ProcessDeclaration.of(rank + 1L, PROGRAM, timeNanos), timeNanos);
      ids[rank] = id;
    }
    return id;
  }

  private static long seenObject(int rank, long[] ids, OperationSink sink, long timeNanos) {
    long id = ids[rank];
    if (id == 0) {
      id = sink.objectAt(path(rank), A_FILE, timeNanos);
      ids[rank] = id;
    }
    return id;
  }

  private static void endAll(long[] processIds, OperationSink sink, long timeNanos) {
    for (long process : processIds) {
      if (process != 0) {
        sink.exit(process, 0, timeNanos);
      }
    }
  }

  private static Bytes path(int rank) {
    return Bytes.wrap(("/zipf/" + rank).getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns objects with at least one operation, each with the number of its operations. */
  @Override
  public List<Target> targets(int count) {
    long[] idByRank = new long[objects];
    int[] met = new int[objects];
    tally(idByRank, met);
    SplittableRandom random = new SplittableRandom(SEED + 1);
    List<Target> targets = new ArrayList<>();
    while (targets.size() < count) {
      int rank = objectSampler.draw(random);
      if (met[rank] > 0) {
        targets.add(new Target(path(rank), idByRank[rank], List.of(), List.of(), met[rank], 0));
      }
    }
    return targets;
  }

  /** Draws the whole stream again, to count the operations. */
  private void tally(long[] idByRank, int[] met) {
    SplittableRandom random = new SplittableRandom(SEED);
    long seen = 0;
    for (int i = 0; i < operations; i++) {
      processSampler.draw(random);
      int rank = objectSampler.draw(random);
      random.nextDouble();
      if (met[rank]++ == 0) {
        idByRank[rank] = ++seen;
      }
    }
  }
}
