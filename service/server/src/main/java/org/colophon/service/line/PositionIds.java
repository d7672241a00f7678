package org.colophon.service.line;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.colophon.core.model.Bytes;

/** Where a position holds ids that its client chose, and which; used again line after line. */
public final class PositionIds {
  private int[] offsets = new int[16];
  private String[] locals = new String[16];
  private int count;

  /** Finds the global id of one that the client chose. */
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
      offsets = Arrays.copyOf(offsets, 2 * count);
      locals = Arrays.copyOf(locals, 2 * count);
    }
    offsets[count] = (int) offset;
    locals[count++] = local;
  }

  /** The position with global ids in the place of the client's own. */
  public Bytes putInto(Bytes position, Known known) {
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
      ids.putLong(offsets[i], known.find(locals[i]));
    }
    return Bytes.wrap(bytes);
  }
}
