package org.colophon.reporters.mysql.tail;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;

/** Packs what a reporter has to remember: small numbers take few bytes. */
public final class StateWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
  private final List<Integer> ids = new ArrayList<>();

  /** A number, best a small one; not negative. */
  public StateWriter number(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
    return this;
  }

  /** An id that a sink gave, 0 for none. */
  public StateWriter id(long value) {
    if (value != 0) {
      ids.add(out.size());
    }
    out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    return this;
  }

  /** What was packed before. */
  public StateWriter state(SavedState state) {
    number(state.bytes().length());
    int base = out.size();
    Arrays.stream(state.idsAt()).forEach(at -> ids.add(base + at));
    out.writeBytes(state.bytes().toArray());
    return this;
  }

  public StateWriter truth(boolean value) {
    return number(value ? 1 : 0);
  }

  public StateWriter bytes(Bytes value) {
    number(value.length());
    out.writeBytes(value.toArray());
    return this;
  }

  /** Everything so far. */
  public SavedState saved() {
    int[] idsAt = ids.stream().mapToInt(Integer::intValue).toArray();
    return new SavedState(Bytes.wrap(out.toByteArray()), idsAt);
  }
}
