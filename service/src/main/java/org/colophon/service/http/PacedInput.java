package org.colophon.service.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.colophon.core.error.ErrorCode;

/** A request's body that is not longer than it may be and does not come slower than it may. */
final class PacedInput extends FilterInputStream {
  private final long limitBytes;
  private final long startNanos = System.nanoTime();
  private long bytes;

  PacedInput(InputStream in, long limitBytes) {
    super(in);
    this.limitBytes = limitBytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = in.read(target, offset, length);
    bytes += Math.max(0, count);
    if (bytes > limitBytes) {
      throw new HttpFailure(
          413, ErrorCode.LIMIT_REACHED, "the request's body is over " + limitBytes + " bytes");
    }
    if (Pace.isTooSlow(System.nanoTime() - startNanos, bytes)) {
      throw new HttpFailure(
          408, ErrorCode.LIMIT_REACHED, "the request's body comes too slowly: " + Pace.RULE);
    }
    return count;
  }
}
