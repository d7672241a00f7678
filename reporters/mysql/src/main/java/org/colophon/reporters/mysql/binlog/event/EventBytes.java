// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.zip.CRC32;
import org.colophon.core.model.Bytes;

/**
 * Reader of the bytes of one event. Reads forward, and never beyond the end of the event. One
 * thread.
 */
public final class EventBytes {
  private final byte[] bytes;
  private int at;
  private final int end;

  public EventBytes(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  /** Verifies the checksum that follows the first {@code end} bytes. */
  public static void requireChecksum(byte[] all, int end) throws MalformedEventException {
    CRC32 crc = new CRC32();
    crc.update(all, 0, end);
    if (crc.getValue() != new EventBytes(all, end, all.length).number(4)) {
      throw new MalformedEventException("its checksum is wrong");
    }
  }

  public int left() {
    return end - at;
  }

  private int take(long count) throws MalformedEventException {
    if (count < 0 || count > end - at) {
      throw new MalformedEventException("it is shorter than its fields");
    }
    int from = at;
    at += (int) count;
    return from;
  }

  public void skip(long count) throws MalformedEventException {
    take(count);
  }

  public int u8() throws MalformedEventException {
    return bytes[take(1)] & 0xff;
  }

  /** Reads a little-endian number of one to eight bytes. */
  public long number(int count) throws MalformedEventException {
    int from = take(count);
    long value = 0;
    for (int i = count - 1; i >= 0; i--) {
      value = value << 8 | (bytes[from + i] & 0xff);
    }
    return value;
  }

  /** Reads a big-endian number of one to eight bytes. */
  public long bigEndian(int count) throws MalformedEventException {
    int from = take(count);
    long value = 0;
    for (int i = 0; i < count; i++) {
      value = value << 8 | (bytes[from + i] & 0xff);
    }
    return value;
  }

  /** Reads a number with a length prefix. */
  public long packed() throws MalformedEventException {
    int first = u8();
    return switch (first) {
      case 0xfb, 0xff -> throw new MalformedEventException("a length is invalid");
      case 0xfc -> number(2);
      case 0xfd -> number(3);
      case 0xfe -> number(8);
      default -> first;
    };
  }

  public Bytes bytes(long count) throws MalformedEventException {
    int from = take(count);
    return Bytes.copyOf(bytes, from, at);
  }

  /** Returns the remaining bytes without a copy. */
  public InputStream rest() throws MalformedEventException {
    int length = left();
    return new ByteArrayInputStream(bytes, take(length), length);
  }

  public byte[] array(long count) throws MalformedEventException {
    int from = take(count);
    return java.util.Arrays.copyOfRange(bytes, from, from + (int) count);
  }

  /** Reads a set of bits, lowest bit first. Bits beyond the set are unset. */
  public Bits bits(long count) throws MalformedEventException {
    int from = take((count + 7) / 8);
    return new Bits(bytes, from, (int) count);
  }

  /** Bit set within an event. */
  public static final class Bits {
    private final byte[] bytes;
    private final int from;
    private final int count;

    private Bits(byte[] bytes, int from, int count) {
      this.bytes = bytes;
      this.from = from;
      this.count = count;
    }

    boolean get(int bit) {
      return (bytes[from + (bit >> 3)] >> (bit & 7) & 1) != 0;
    }

    int set() {
      int set = 0;
      for (int bit = 0; bit < count; bit++) {
        set += get(bit) ? 1 : 0;
      }
      return set;
    }
  }
}
