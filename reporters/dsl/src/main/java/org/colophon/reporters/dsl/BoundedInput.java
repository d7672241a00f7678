// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.colophon.core.error.ErrorCode;

/** Input that fails above a size limit and ends when stopped. */
final class BoundedInput extends FilterInputStream {
  private final long limit;
  private final String place;
  private final BooleanSupplier isStopped;
  private long countRead;

  BoundedInput(InputStream input, long limit, String place, BooleanSupplier isStopped) {
    super(input);
    this.limit = limit;
    this.place = place;
    this.isStopped = isStopped;
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (isStopped.getAsBoolean()) {
      return -1;
    }
    int count = super.read(target, offset, length);
    countRead += Math.max(0, count);
    if (countRead > limit) {
      throw ErrorCode.LIMIT_REACHED.exception(
          place + " is longer than the limit of " + limit + " bytes; raise max-mib");
    }
    return count;
  }
}
