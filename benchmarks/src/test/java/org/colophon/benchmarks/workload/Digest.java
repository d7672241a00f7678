// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import org.colophon.core.model.OperationKind;

/**
 * Digest of a stream of records.
 *
 * @param records number of records
 * @param sequence value that depends on every field and on the order
 * @param sum value that depends on processes, objects and kinds, but not on the order
 */
record Digest(long records, long sequence, long sum) {
  static Digest of(Workload workload) {
    Collector collector = new Collector();
    workload.report(new PeerSink(collector));
    return new Digest(collector.records, collector.sequence, collector.sum);
  }

  private static final class Collector implements RecordConsumer {
    private long records;
    private long sequence;
    private long sum;

    @Override
    public void operation(
        long lsn, long process, long object, OperationKind kind, long bytes, long timeNanos) {
      add(mix(mix(mix(process, object), kind.code()), bytes), lsn, timeNanos);
    }

    @Override
    public void exit(long lsn, long process, int status, long timeNanos) {
      add(mix(process, -1), lsn, timeNanos);
    }

    private void add(long what, long lsn, long timeNanos) {
      records++;
      sequence = mix(mix(mix(sequence, what), lsn), timeNanos);
      sum += what;
    }

    private static long mix(long seed, long value) {
      long mixed = (seed ^ value) * 0x9E3779B97F4A7C15L;
      return mixed ^ (mixed >>> 29);
    }
  }
}
