// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;
import org.colophon.core.error.ErrorCode;

/** A request's body with a maximum length and a minimum rate. */
final class PacedInput extends FilterInputStream {
  private final long limitBytes;
  private final LongSupplier nanoTime;
  private long bytes;
  private long waitedNanos;

  PacedInput(InputStream in, long limitBytes) {
    this(in, limitBytes, System::nanoTime);
  }

  PacedInput(InputStream in, long limitBytes, LongSupplier nanoTime) {
    super(in);
    this.limitBytes = limitBytes;
    this.nanoTime = nanoTime;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /** Reads bytes. Only the time spent waiting for the caller counts for the rate. */
  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    long before = nanoTime.getAsLong();
    int count = in.read(target, offset, length);
    waitedNanos += nanoTime.getAsLong() - before;
    if (count < 0) {
      return count;
    }
    bytes += count;
    if (bytes > limitBytes) {
      throw new HttpFailure(
          413, ErrorCode.LIMIT_REACHED, "the request's body is over " + limitBytes + " bytes");
    }
    if (waitedNanos > Pace.DEFAULT.allowedNanos(bytes)) {
      throw new HttpFailure(
          408,
          ErrorCode.LIMIT_REACHED,
          "the request's body arrives too slowly: " + Pace.DEFAULT.rule());
    }
    return count;
  }
}
