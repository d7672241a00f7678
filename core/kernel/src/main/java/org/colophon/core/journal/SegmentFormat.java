// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.FrameFormat;

/**
 * Layout of a segment file: a header, then frames back to back ({@link FrameFormat}). Little
 * endian.
 *
 * <pre>
 *   0        8 bytes  magic "COLOJRNL"
 *   8        u32      format version, 1
 *  12        u32      store id, lower half; 0 in older segments
 *  16        3 x u32  salt, the same three times
 *  28        u32      store id, upper half; 0 in older segments
 *  32        frames
 * </pre>
 *
 * Every checksum in the segment begins with the salt, a random number. A recorded program that
 * writes bytes like a frame into a record can therefore not forge one.
 *
 * <p>The file's name is the first LSN that it may hold: twenty digits and {@code .journal}, so that
 * names sort by LSN.
 */
final class SegmentFormat {
  static final int VERSION = 1;
  static final int HEADER_BYTES = 32;
  static final String SUFFIX = ".journal";

  private static final int ID_LOW = 12;
  static final int SALT = 16;
  static final int SALT_END = SALT + 3 * Integer.BYTES;
  private static final int ID_HIGH = 28;
  private static final long MAGIC = 0x4C4E524A4F4C4F43L; // "COLOJRNL" read little endian

  private SegmentFormat() {}

  static int newSalt() {
    return new SecureRandom().nextInt();
  }

  /** Returns the salt that at least two of the three copies have. */
  static int salt(byte[] segment) {
    ByteBuffer header = ByteBuffer.wrap(segment).order(ByteOrder.LITTLE_ENDIAN);
    int first = header.getInt(SALT);
    int second = header.getInt(SALT + 4);
    return first == second ? first : header.getInt(SALT + 8);
  }

  /** Returns the id of the store that wrote a segment, 0 if it has none. */
  static long storeId(byte[] segment) {
    ByteBuffer header = ByteBuffer.wrap(segment).order(ByteOrder.LITTLE_ENDIAN);
    return (long) header.getInt(ID_HIGH) << Integer.SIZE
        | Integer.toUnsignedLong(header.getInt(ID_LOW));
  }

  static ByteBuffer header(int salt, long storeId) {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(MAGIC).putInt(VERSION).putInt((int) storeId);
    header.putInt(salt).putInt(salt).putInt(salt).putInt((int) (storeId >>> Integer.SIZE));
    return header.flip();
  }

  static boolean hasMagic(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong() == MAGIC;
  }

  /** Rejects files that are not segments of this version. */
  static void check(byte[] bytes, String place) {
    if (bytes.length < HEADER_BYTES) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "journal segment " + place + " is shorter than its header: restore it from a copy");
    }
    if (!hasMagic(bytes)) {
      throw ErrorCode.STORE_FOREIGN.exception(
          place + " is not a segment of Colophon's journal: move it away");
    }
    int version = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(8);
    if (version > VERSION) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          place
              + " has journal format "
              + version
              + ", this Colophon reads up to "
              + VERSION
              + ": use the newer Colophon that wrote it");
    }
  }

  static String fileName(long firstLsn) {
    return String.format("%020d%s", firstLsn, SUFFIX);
  }

  /** Returns the LSN in a segment's name. */
  static long firstLsn(Path segment) {
    String name = segment.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
  }
}
