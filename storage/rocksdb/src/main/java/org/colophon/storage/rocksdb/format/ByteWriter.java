// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.Varints;

/** A growing byte array with the number codings of the store. One thread. */
public final class ByteWriter {
  private static final VarHandle BIG_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] data;
  private int size;

  public ByteWriter(int capacity) {
    data = new byte[capacity];
  }

  public int size() {
    return size;
  }

  public byte[] data() {
    return data;
  }

  public void clear() {
    size = 0;
  }

  public byte[] copy() {
    return Arrays.copyOf(data, size);
  }

  private void ensure(int more) {
    if (data.length - size < more) {
      data = Arrays.copyOf(data, Math.max(data.length * 2, Math.addExact(size, more)));
    }
  }

  public ByteWriter putByte(int value) {
    ensure(1);
    data[size++] = (byte) value;
    return this;
  }

  /** Adds eight bytes, big-endian, so bytes sort as numbers do. */
  public ByteWriter putLong(long value) {
    ensure(Long.BYTES);
    BIG_LONG.set(data, size, value);
    size += Long.BYTES;
    return this;
  }

  /** Adds seven bits a byte, lowest first; negative numbers take ten bytes. */
  public ByteWriter putVarint(long value) {
    ensure(Varints.MAX_BYTES);
    size = Varints.put(data, size, value);
    return this;
  }

  public ByteWriter putSigned(long value) {
    return putVarint(zigzag(value));
  }

  public static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }

  /** Adds a wall-clock time in milliseconds relative to a base; 0 stays 0. */
  public ByteWriter putMillis(long millis, long baseMillis) {
    return putVarint(timeCode(millis, baseMillis));
  }

  public static long timeCode(long millis, long baseMillis) {
    return millis == 0 ? 0 : zigzag(millis - baseMillis) + 1;
  }

  /** Adds the length and the bytes. */
  public ByteWriter putString(Bytes value) {
    return putVarint(value.length()).putRaw(value);
  }

  public ByteWriter putRaw(Bytes value) {
    ensure(value.length());
    value.copyTo(data, size);
    size += value.length();
    return this;
  }

  public ByteWriter putRaw(byte[] source, int from, int length) {
    ensure(length);
    System.arraycopy(source, from, data, size, length);
    size += length;
    return this;
  }
}
