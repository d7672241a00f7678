// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.tail;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Decodes the output of {@link StateWriter}. Throws STORE_CORRUPT for anything else. */
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

  /** Reads a permanent id; 0 for none. */
  public long id() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | (next() & 0xff);
    }
    return value;
  }

  /** Reads a number of items, each of which has at least one byte. */
  public int count() {
    long count = number();
    if (count < 0 || count > state.length()) {
      throw corrupt();
    }
    return (int) count;
  }

  public boolean flag() {
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

  public TableName name() {
    Bytes database = bytes();
    return new TableName(database, bytes());
  }

  /** Reads an enum constant by its name. */
  public <E extends Enum<E>> E constant(Class<E> type) {
    try {
      return Enum.valueOf(type, bytes().toString());
    } catch (IllegalArgumentException e) {
      throw corrupt();
    }
  }

  /** Returns whether all bytes are read. */
  public boolean isAtEnd() {
    return at >= state.length();
  }

  private byte next() {
    if (at >= state.length()) {
      throw corrupt();
    }
    return state.at(at++);
  }

  /** Returns the exception for undecodable state. */
  public static ColophonException corrupt() {
    return ErrorCode.STORE_CORRUPT.exception(
        "the position of a MySQL log in the store is damaged; give another server= or another store,"
            + " to read the log from its beginning");
  }
}
