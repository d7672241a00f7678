// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.os;

import java.nio.ByteBuffer;

/** Native memory with its address. Offsets are in bytes. Numbers are in native byte order. */
public final class NativeBuffer {
  private final ByteBuffer buffer;
  private final long address;

  NativeBuffer(ByteBuffer buffer, long address) {
    this.buffer = buffer;
    this.address = address;
  }

  public long address() {
    return address;
  }

  public long address(int offset) {
    return address + offset;
  }

  public int size() {
    return buffer.capacity();
  }

  public byte get(int offset) {
    return buffer.get(offset);
  }

  public int getShort(int offset) {
    return buffer.getShort(offset) & 0xffff;
  }

  public void putShort(int offset, int value) {
    buffer.putShort(offset, (short) value);
  }

  public int getInt(int offset) {
    return buffer.getInt(offset);
  }

  public void putInt(int offset, int value) {
    buffer.putInt(offset, value);
  }

  public long getLong(int offset) {
    return buffer.getLong(offset);
  }

  public void putLong(int offset, long value) {
    buffer.putLong(offset, value);
  }

  /** Sets bytes to zero. */
  public void clear(int offset, int count) {
    for (int i = 0; i < count; i++) {
      buffer.put(offset + i, (byte) 0);
    }
  }

  /** Returns the bytes up to the next zero. */
  public byte[] text(int offset) {
    int end = offset;
    while (buffer.get(end) != 0) {
      end++;
    }
    return bytes(offset, end - offset);
  }

  /** Returns the offset after the terminating zero of a text. */
  public int textEnd(int offset) {
    int end = offset;
    while (buffer.get(end) != 0) {
      end++;
    }
    return end + 1;
  }

  public byte[] bytes(int offset, int count) {
    byte[] bytes = new byte[count];
    buffer.get(offset, bytes);
    return bytes;
  }

  public void put(int offset, byte[] bytes) {
    buffer.put(offset, bytes);
  }

  /** Writes bytes and a terminating zero. */
  public void putText(int offset, byte[] bytes) {
    buffer.put(offset, bytes);
    buffer.put(offset + bytes.length, (byte) 0);
  }

  /** Writes a decimal number and a terminating zero. */
  public void putDecimal(int offset, int number) {
    int digits = 1;
    for (int rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    int rest = number;
    for (int i = offset + digits - 1; i >= offset; i--) {
      buffer.put(i, (byte) ('0' + rest % 10));
      rest /= 10;
    }
    buffer.put(offset + digits, (byte) 0);
  }

  /** Copies from another buffer. */
  public void copy(int offset, NativeBuffer from, int fromOffset, int count) {
    buffer.put(offset, from.buffer, fromOffset, count);
  }
}
