// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.colophon.core.model.Bytes;

/** Client ids to insert into a position. Reused for the next line. */
public final class PositionIds {
  private int[] offsets = new int[0];
  private String[] locals = new String[0];
  private int count;

  /** Returns the global id for a client's id. */
  @FunctionalInterface
  public interface Known {
    long find(String local);
  }

  public void clear() {
    Arrays.fill(locals, 0, count, null);
    count = 0;
  }

  public void add(long offset, String local) {
    if (offset < 0 || offset > Integer.MAX_VALUE - Long.BYTES) {
      throw new BadLineException("no position has an offset " + offset);
    }
    if (count == offsets.length) {
      int size = Math.max(16, 2 * count);
      offsets = Arrays.copyOf(offsets, size);
      locals = Arrays.copyOf(locals, size);
    }
    offsets[count] = (int) offset;
    locals[count++] = local;
  }

  /** Returns the position with global ids inserted. */
  public Bytes putInto(Bytes position, Known globalIds) {
    if (count == 0) {
      return position;
    }
    byte[] bytes = position.toArray();
    ByteBuffer ids = ByteBuffer.wrap(bytes);
    for (int i = 0; i < count; i++) {
      if (offsets[i] + Long.BYTES > bytes.length) {
        throw new BadLineException(
            "the position of %d bytes has no room for an id at offset %d"
                .formatted(bytes.length, offsets[i]));
      }
      ids.putLong(offsets[i], globalIds.find(locals[i]));
    }
    return Bytes.wrap(bytes);
  }
}
