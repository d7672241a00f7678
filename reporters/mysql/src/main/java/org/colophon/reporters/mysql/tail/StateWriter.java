// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.tail;

import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.Varints;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Encodes the state of a reporter with variable-length numbers. Called after every few hundred
 * statements, so it allocates only its arrays. One thread.
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

  /** Writes a number that is not negative. */
  public StateWriter number(long value) {
    ensure(Varints.MAX_BYTES);
    length = Varints.put(packed, length, value);
    return this;
  }

  /** Writes an id of a sink; 0 for none. */
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

  /** Writes encoded state. */
  public StateWriter state(SavedState state) {
    number(state.bytes().length());
    int base = length;
    for (int at : state.idsAt()) {
      addId(base + at);
    }
    append(state.bytes());
    return this;
  }

  public StateWriter flag(boolean value) {
    return number(value ? 1 : 0);
  }

  public StateWriter bytes(Bytes value) {
    number(value.length());
    append(value);
    return this;
  }

  public StateWriter name(TableName value) {
    return bytes(value.database()).bytes(value.table());
  }

  private void append(Bytes value) {
    ensure(value.length());
    value.copyTo(packed, length);
    length += value.length();
  }

  /** Writes the name of an enum constant. */
  public StateWriter constant(Enum<?> value) {
    return bytes(Bytes.of(value.name()));
  }

  /** Returns the length so far. */
  public int length() {
    return length;
  }

  /** Returns all written bytes as a state. */
  public SavedState saved() {
    return new SavedState(Bytes.copyOf(packed, 0, length), Arrays.copyOf(ids, idCount));
  }
}
