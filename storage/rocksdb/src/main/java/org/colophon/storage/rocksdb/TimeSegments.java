package org.colophon.storage.rocksdb;

import java.util.Arrays;

/**
 * When LSNs were recorded: a row of segments, each the LSNs that share a millisecond. Exact even if
 * clocks go back. One is gathered for a seal and kept as one value.
 *
 * <pre>
 * n, smallest ms, then for each: step of first LSN, length, step of ms
 * </pre>
 */
final class TimeSegments {
  private long[] firsts = new long[64];
  private long[] lasts = new long[64];
  private long[] millis = new long[64];
  private int segments;

  void add(long lsn, long time) {
    if (segments > 0 && millis[segments - 1] == time) {
      lasts[segments - 1] = lsn;
      return;
    }
    if (segments == firsts.length) {
      int grown = segments * 2;
      firsts = Arrays.copyOf(firsts, grown);
      lasts = Arrays.copyOf(lasts, grown);
      millis = Arrays.copyOf(millis, grown);
    }
    firsts[segments] = lsn;
    lasts[segments] = lsn;
    millis[segments] = time;
    segments++;
  }

  boolean isEmpty() {
    return segments == 0;
  }

  void clear() {
    segments = 0;
  }

  void encode(ByteWriter out) {
    long smallest = Arrays.stream(millis, 0, segments).min().orElse(0);
    out.putVarint(segments).putVarint(smallest);
    long lsn = 0;
    long time = smallest;
    for (int i = 0; i < segments; i++) {
      out.putVarint(firsts[i] - lsn).putVarint(lasts[i] - firsts[i]).putSigned(millis[i] - time);
      lsn = firsts[i];
      time = millis[i];
    }
  }

  static TimeSegments decode(byte[] value) {
    ByteReader in = new ByteReader(value);
    TimeSegments read = new TimeSegments();
    int count = in.getLength();
    long time = in.getVarint();
    long lsn = 0;
    for (int i = 0; i < count; i++) {
      lsn += in.getVarint();
      long last = lsn + in.getVarint();
      time += in.getSigned();
      read.add(lsn, time);
      read.lasts[i] = last;
    }
    return read;
  }

  /** The smallest time of a coded row, without decoding the rest. */
  static long smallestMillis(byte[] value) {
    ByteReader in = new ByteReader(value);
    in.getVarint();
    return in.getVarint();
  }

  /** The largest LSN of a segment at or before a time, 0 if none. */
  long lsnAt(long time) {
    for (int i = segments - 1; i >= 0; i--) {
      if (millis[i] <= time) {
        return lasts[i];
      }
    }
    return 0;
  }

  /** The time of the last segment that begins at or before an LSN, 0 if none. */
  long millisAt(long lsn) {
    for (int i = segments - 1; i >= 0; i--) {
      if (firsts[i] <= lsn) {
        return millis[i];
      }
    }
    return 0;
  }
}
