// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses parts of MariaDB's events: a byte with the method, the length, and a zlib stream.
 */
public final class MariaCompression {
  private static final int MAX_LENGTH = 1 << 30;

  private MariaCompression() {}

  public static EventBytes unpack(EventBytes in) throws MalformedEventException {
    int head = in.u8();
    if ((head & 0x80) == 0 || (head & 0x70) != 0) {
      throw new MalformedEventException("its compression is not known");
    }
    long length = in.bigEndian(head & 0x07);
    if (length < 0 || length > MAX_LENGTH) {
      throw new MalformedEventException("its unpacked length is " + length + " bytes");
    }
    byte[] packed = in.array(in.left());
    // Maximum ratio of zlib. Rejects a wrong length before memory is allocated.
    if (length > 1032L * packed.length + 64) {
      throw new MalformedEventException("its unpacked length is impossible");
    }
    return unpack(packed, new byte[(int) length]);
  }

  private static EventBytes unpack(byte[] packed, byte[] into) throws MalformedEventException {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(packed);
      int done = 0;
      while (done < into.length) {
        int count = inflater.inflate(into, done, into.length - done);
        if (count == 0) {
          throw new MalformedEventException("its compressed data is incomplete");
        }
        done += count;
      }
    } catch (DataFormatException e) {
      throw new MalformedEventException("its compressed data is damaged: " + e.getMessage());
    } finally {
      inflater.end();
    }
    return new EventBytes(into, 0, into.length);
  }
}
