// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.colophon.core.model.Bytes;

/** Decodes values that {@link ByteWriter} encoded. Throws if it would read past the array's end. */
public final class ByteReader {
  private static final VarHandle BIG_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] data;
  private int position;

  public ByteReader(byte[] data) {
    this(data, 0);
  }

  public ByteReader(byte[] data, int position) {
    this.data = data;
    this.position = position;
  }

  public int position() {
    return position;
  }

  public void seek(int newPosition) {
    position = newPosition;
  }

  public int remaining() {
    return data.length - position;
  }

  public int getByte() {
    return data[position++];
  }

  public static long longAt(byte[] data, int at) {
    return (long) BIG_LONG.get(data, at);
  }

  public static void setLong(byte[] data, int at, long value) {
    BIG_LONG.set(data, at, value);
  }

  public long getVarint() {
    final byte[] source = data;
    int at = position;
    byte b = source[at++];
    long value = b & 0x7f;
    for (int shift = 7; b < 0; shift += 7) {
      b = source[at++];
      value |= (long) (b & 0x7f) << shift;
    }
    position = at;
    return value;
  }

  public int getLength() {
    return Math.toIntExact(getVarint());
  }

  public long getSigned() {
    return unzigzag(getVarint());
  }

  public static long unzigzag(long code) {
    return code >>> 1 ^ -(code & 1);
  }

  /** Returns a time in nanoseconds, see {@link ByteWriter#putMillis}. */
  public long getNanos(long baseMillis) {
    return nanosOf(getVarint(), baseMillis);
  }

  public static long nanosOf(long timeCode, long baseMillis) {
    return timeCode == 0 ? 0 : (baseMillis + unzigzag(timeCode - 1)) * StoreFormat.NANOS_PER_MILLI;
  }

  public Bytes getString() {
    return getRaw(getLength());
  }

  public Bytes getRaw(int length) {
    Bytes value = Bytes.copyOf(data, position, Math.addExact(position, length));
    position += length;
    return value;
  }
}
