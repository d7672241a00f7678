package org.colophon.storage.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.colophon.core.model.Bytes;

/** A cursor over bytes that {@link ByteWriter} wrote. Reading past the end of the array throws. */
final class ByteReader {
  private static final VarHandle BIG_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] data;
  private int position;

  ByteReader(byte[] data) {
    this(data, 0);
  }

  ByteReader(byte[] data, int position) {
    this.data = data;
    this.position = position;
  }

  int position() {
    return position;
  }

  void seek(int newPosition) {
    position = newPosition;
  }

  int remaining() {
    return data.length - position;
  }

  int getByte() {
    return data[position++];
  }

  long getLong() {
    long value = longAt(data, position);
    position += Long.BYTES;
    return value;
  }

  static long longAt(byte[] data, int at) {
    return (long) BIG_LONG.get(data, at);
  }

  static void setLong(byte[] data, int at, long value) {
    BIG_LONG.set(data, at, value);
  }

  long getVarint() {
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

  int getLength() {
    return Math.toIntExact(getVarint());
  }

  long getSigned() {
    return unzigzag(getVarint());
  }

  static long unzigzag(long code) {
    return code >>> 1 ^ -(code & 1);
  }

  /** A time in nanoseconds, see {@link ByteWriter#putMillis}. */
  long getNanos(long baseMillis) {
    return nanosOf(getVarint(), baseMillis);
  }

  static long nanosOf(long timeCode, long baseMillis) {
    return timeCode == 0 ? 0 : (baseMillis + unzigzag(timeCode - 1)) * StoreFormat.NANOS_PER_MILLI;
  }

  Bytes getString() {
    return getRaw(getLength());
  }

  Bytes getRaw(int length) {
    Bytes value = Bytes.copyOf(data, position, Math.addExact(position, length));
    position += length;
    return value;
  }
}
