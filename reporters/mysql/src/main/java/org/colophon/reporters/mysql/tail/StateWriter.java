package org.colophon.reporters.mysql.tail;

import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Varints;

/**
 * Packs what a reporter has to remember: small numbers take few bytes. It is packed anew for each
 * few hundred statements, so nothing is made here but the two arrays. One thread.
 */
public final class StateWriter {
  private byte[] packed = new byte[512];
  private int length;
  private int[] ids = new int[64];
  private int idCount;

  private void ensure(int more) {
    if (packed.length - length < more) {
      packed = Arrays.copyOf(packed, Math.max(2 * packed.length, length + more));
    }
  }

  private void addId(int at) {
    if (idCount == ids.length) {
      ids = Arrays.copyOf(ids, 2 * idCount);
    }
    ids[idCount++] = at;
  }

  /** A number, best a small one; not negative. */
  public StateWriter number(long value) {
    ensure(Varints.MAX_BYTES);
    length = Varints.put(packed, length, value);
    return this;
  }

  /** An id that a sink gave, 0 for none. */
  public StateWriter id(long value) {
    if (value != 0) {
      addId(length);
    }
    ensure(Long.BYTES);
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      packed[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** What was packed before. */
  public StateWriter state(SavedState state) {
    number(state.bytes().length());
    int base = length;
    for (int at : state.idsAt()) {
      addId(base + at);
    }
    append(state.bytes());
    return this;
  }

  public StateWriter truth(boolean value) {
    return number(value ? 1 : 0);
  }

  public StateWriter bytes(Bytes value) {
    number(value.length());
    append(value);
    return this;
  }

  private void append(Bytes value) {
    ensure(value.length());
    value.copyTo(packed, length);
    length += value.length();
  }

  /** How many bytes there are so far. */
  public int length() {
    return length;
  }

  /** Everything so far. */
  public SavedState saved() {
    return new SavedState(Bytes.copyOf(packed, 0, length), Arrays.copyOf(ids, idCount));
  }
}
