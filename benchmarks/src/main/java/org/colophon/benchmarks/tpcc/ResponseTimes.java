package org.colophon.benchmarks.tpcc;

/**
 * Counts times in buckets whose width is at most 1.6 % of their value. Not safe for use by several
 * threads.
 */
public final class ResponseTimes {
  private static final int SUB_BITS = 6;
  private static final int SUBS = 1 << SUB_BITS;

  private final long[] counts = new long[(65 - SUB_BITS) * SUBS];
  private long count;
  private long sumNanos;

  void add(long nanos) {
    counts[bucket(nanos)]++;
    count++;
    sumNanos += nanos;
  }

  void addAll(ResponseTimes other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    count += other.count;
    sumNanos += other.sumNanos;
  }

  long count() {
    return count;
  }

  /** Returns the mean in milliseconds; 0 without times. */
  double meanMillis() {
    return count == 0 ? 0 : sumNanos / 1e6 / count;
  }

  /** The time in milliseconds that the given share of all did not exceed. */
  double millisAt(double share) {
    long wanted = (long) Math.ceil(share * count);
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= wanted && seen > 0) {
        return upper(i) / 1e6;
      }
    }
    return 0;
  }

  private static int bucket(long nanos) {
    long value = Math.max(0, nanos);
    int shift = Math.max(0, 63 - Long.numberOfLeadingZeros(value | 1) - SUB_BITS);
    return shift * SUBS + (int) (value >>> shift);
  }

  private static long upper(int bucket) {
    int shift = Math.max(0, bucket / SUBS - 1);
    return (long) (bucket - shift * SUBS + 1) << shift;
  }
}
