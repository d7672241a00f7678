package org.colophon.storage.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.Varints;

/** A growing array of bytes and the number codings of the store. One thread. */
final class ByteWriter {
  private static final VarHandle BIG_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] data;
  private int size;

  ByteWriter(int capacity) {
    data = new byte[capacity];
  }

  int size() {
    return size;
  }

  byte[] data() {
    return data;
  }

  void clear() {
    size = 0;
  }

  byte[] copy() {
    return Arrays.copyOf(data, size);
  }

  private void ensure(int more) {
    if (data.length - size < more) {
      data = Arrays.copyOf(data, Math.max(data.length * 2, Math.addExact(size, more)));
    }
  }

  ByteWriter putByte(int value) {
    ensure(1);
    data[size++] = (byte) value;
    return this;
  }

  /** Eight bytes, big-endian, so that order of bytes is order of numbers. */
  ByteWriter putLong(long value) {
    ensure(Long.BYTES);
    BIG_LONG.set(data, size, value);
    size += Long.BYTES;
    return this;
  }

  /** Seven bits a byte, lowest first; negative numbers take ten bytes. */
  ByteWriter putVarint(long value) {
    ensure(Varints.MAX_BYTES);
    size = Varints.put(data, size, value);
    return this;
  }

  ByteWriter putSigned(long value) {
    return putVarint(zigzag(value));
  }

  static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }

  /** A wall-clock time in milliseconds, relative to a base; 0 stays 0. */
  ByteWriter putMillis(long millis, long baseMillis) {
    return putVarint(timeCode(millis, baseMillis));
  }

  static long timeCode(long millis, long baseMillis) {
    return millis == 0 ? 0 : zigzag(millis - baseMillis) + 1;
  }

  /** Length and bytes. */
  ByteWriter putString(Bytes value) {
    return putVarint(value.length()).putRaw(value);
  }

  ByteWriter putRaw(Bytes value) {
    ensure(value.length());
    value.copyTo(data, size);
    size += value.length();
    return this;
  }

  ByteWriter putRaw(byte[] source, int from, int length) {
    ensure(length);
    System.arraycopy(source, from, data, size, length);
    size += length;
    return this;
  }
}
