package org.colophon.core.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * The layout of a segment file: a header, then frames back to back ({@link FrameFormat}). Little
 * endian.
 *
 * <pre>
 *   0        8 bytes  magic "COLOJRNL"
 *   8        u32      format version, 1
 *  12        u32      reserved, 0
 *  16        frames
 * </pre>
 *
 * The file is called after the first LSN that it may hold: twenty digits and {@code .journal}, so
 * that names sort by LSN.
 */
final class SegmentFormat {
  static final int VERSION = 1;
  static final int HEADER_BYTES = 16;
  static final String SUFFIX = ".journal";

  private static final long MAGIC = 0x4C4E524A4F4C4F43L; // "COLOJRNL" read little endian

  private SegmentFormat() {}

  static ByteBuffer header() {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(MAGIC).putInt(VERSION).putInt(0);
    return header.flip();
  }

  /** Refuses what is not a segment of this version. */
  static void check(byte[] bytes, String place) {
    if (bytes.length < HEADER_BYTES) {
      throw new ColophonException(
          ErrorCode.STORE_CORRUPT, "journal segment " + place + " is shorter than its header");
    }
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (header.getLong() != MAGIC) {
      throw new ColophonException(
          ErrorCode.STORE_FOREIGN, place + " is not a Colophon journal segment");
    }
    int version = header.getInt();
    if (version > VERSION) {
      throw new ColophonException(
          ErrorCode.STORE_TOO_NEW,
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
}
