package org.colophon.service.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.colophon.core.error.ErrorCode;

/** An answer's body that is not longer than it may be, to a caller that reads it. */
final class PacedOutput extends FilterOutputStream {
  private final long limitBytes;
  private long bytes;
  private long waitedNanos;

  PacedOutput(OutputStream out, long limitBytes) {
    super(out);
    this.limitBytes = limitBytes;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  /** Only the time spent waiting for the caller counts, not that spent on the answer. */
  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    bytes += length;
    if (bytes > limitBytes) {
      throw new HttpFailure(
          422,
          ErrorCode.LIMIT_REACHED,
          "the answer is over "
              + limitBytes
              + " bytes: ask for less, or raise limits.answer-bytes");
    }
    long before = System.nanoTime();
    out.write(source, offset, length);
    waitedNanos += System.nanoTime() - before;
    if (Pace.isTooSlow(waitedNanos, bytes)) {
      throw new HttpFailure(
          408, ErrorCode.LIMIT_REACHED, "the answer is read too slowly: " + Pace.RULE);
    }
  }
}
