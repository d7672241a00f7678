package org.colophon.reporters.mysql.tail;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** Reads what a {@link StateWriter} packed; what is no such thing is refused with STORE_CORRUPT. */
public final class StateReader {
  private final Bytes state;
  private int at;

  public StateReader(Bytes state) {
    this.state = state;
  }

  public long number() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = next();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw corrupt();
  }

  /** An id that was good for ever, 0 for none. */
  public long id() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | (next() & 0xff);
    }
    return value;
  }

  /** A count of things that take a byte at least each. */
  public int count() {
    long count = number();
    if (count < 0 || count > state.length()) {
      throw corrupt();
    }
    return (int) count;
  }

  public boolean truth() {
    return number() != 0;
  }

  public Bytes bytes() {
    int length = count();
    if (length > state.length() - at) {
      throw corrupt();
    }
    at += length;
    return state.slice(at - length, at);
  }

  /** Whether nothing more was packed. */
  public boolean isAtEnd() {
    return at >= state.length();
  }

  private byte next() {
    if (at >= state.length()) {
      throw corrupt();
    }
    return state.at(at++);
  }

  /** What stands in the store is not what was put there. */
  public static ColophonException corrupt() {
    return new ColophonException(
        ErrorCode.STORE_CORRUPT, "the position of a MySQL log in the store cannot be read");
  }
}
