// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.format;

import org.colophon.storage.common.TimeSegments;

/**
 * Encodes the times of a seal as one value.
 *
 * <pre>
 * n, smallest ms, then for each segment: step of first LSN, length, step of ms
 * </pre>
 */
public final class TimeCodec {
  private TimeCodec() {}

  public static void encode(TimeSegments times, ByteWriter out) {
    final long smallest = times.earliestMillis();
    out.putVarint(times.size()).putVarint(smallest);
    long lsn = 0;
    long time = smallest;
    for (int i = 0; i < times.size(); i++) {
      final long first = times.first(i);
      out.putVarint(first - lsn).putVarint(times.last(i) - first);
      out.putSigned(times.millis(i) - time);
      lsn = first;
      time = times.millis(i);
    }
  }

  /** Encodes the smallest time and its distance to the largest. */
  public static void encodeRange(TimeSegments times, ByteWriter out) {
    final long smallest = times.earliestMillis();
    out.putVarint(smallest).putVarint(times.latestMillis() - smallest);
  }

  public static TimeSegments decode(byte[] value) {
    ByteReader in = new ByteReader(value);
    TimeSegments times = new TimeSegments();
    int count = in.getLength();
    long time = in.getVarint();
    long lsn = 0;
    for (int i = 0; i < count; i++) {
      lsn += in.getVarint();
      long last = lsn + in.getVarint();
      time += in.getSigned();
      times.append(lsn, last, time);
    }
    return times;
  }

  /** Returns the smallest time of a value without decoding the rest. */
  public static long smallestMillis(byte[] value) {
    ByteReader in = new ByteReader(value);
    in.getVarint();
    return in.getVarint();
  }
}
