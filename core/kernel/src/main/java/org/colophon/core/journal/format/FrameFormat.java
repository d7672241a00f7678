// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * The layout of a frame: one atomic batch of records. Little endian.
 *
 * <pre>
 *   0  u32  magic "CPHF"
 *   4  u8   version: 3 with chunks, 2 with positions, which older readers do not know; else 1
 *   5  u8   flags: 1 = written by a clean shutdown, 2 = holds positions of reporters,
 *           4 = has chunks
 *   6  u16  chunks less one, 0 without chunks
 *   8  u32  payload bytes
 *  12  u32  CRC32C of the segment's salt, of bytes 0-11, then of bytes 16 to the end
 *  16  u64  first LSN: larger than the last LSN of the frame before
 *  24  u64  last LSN that the frame accounts for
 *  32  u64  smallest free process id
 *  40  u64  smallest free object id
 *  48  i64  time of the first record: nanoseconds since 1970
 *  56  u32  records
 *  60  u32  operations that the records stand for
 *  64       payload: the records, see {@link RecordEncoder}; then u32 for each chunk but the first:
 *           its offset in the payload
 * </pre>
 *
 * Each chunk of a frame can be proven alone. Each chunk begins with a random salt, which hides its
 * contents from a reader of its hash, and can be decoded without the others.
 */
public final class FrameFormat {
  public static final int HEADER_BYTES = 64;
  static final int MAGIC = 0x46485043; // "CPHF" read little endian
  public static final int VERSION = 3;
  static final int FLAG_CLEAN = 1;
  static final int FLAG_POSITIONS = 2;
  static final int FLAG_CHUNKS = 4;

  /** Bytes of the random salt at the beginning of a chunk. */
  static final int SALT_BYTES = 16;

  static final int MAX_CHUNKS = 1 << 16;

  private static final int VERSION_WITH_POSITIONS = 2;
  private static final int VERSION_WITH_NEITHER = 1;

  /** Maximum size of a payload. A frame that claims more is damaged. */
  static final int MAX_PAYLOAD_BYTES = 1 << 30;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private FrameFormat() {}

  /**
   * Writes the header.
   *
   * @param chunks 0 for a frame without chunks
   */
  static void write(byte[] frame, int payloadBytes, FrameFacts facts, int chunks, int salt) {
    INT.set(frame, 0, MAGIC);
    int others = facts.positions() ? VERSION_WITH_POSITIONS : VERSION_WITH_NEITHER;
    frame[4] = (byte) (chunks > 0 ? VERSION : others);
    frame[5] =
        (byte)
            ((facts.clean() ? FLAG_CLEAN : 0)
                | (facts.positions() ? FLAG_POSITIONS : 0)
                | (chunks > 0 ? FLAG_CHUNKS : 0));
    SHORT.set(frame, 6, (short) Math.max(0, chunks - 1));
    INT.set(frame, 8, payloadBytes);
    LONG.set(frame, 16, facts.firstLsn());
    LONG.set(frame, 24, facts.lastLsn());
    LONG.set(frame, 32, facts.nextProcess());
    LONG.set(frame, 40, facts.nextObject());
    LONG.set(frame, 48, facts.baseNanos());
    INT.set(frame, 56, facts.records());
    INT.set(frame, 60, facts.operations());
    seal(frame, 0, salt);
  }

  /** Sets the checksum of a frame. The salt of a frame outside of a segment is 0. */
  public static void seal(byte[] bytes, int at, int salt) {
    INT.set(bytes, at + 12, checksum(bytes, at, (int) INT.get(bytes, at + 8), salt));
  }

  public static FrameFacts facts(byte[] bytes, int at) {
    return new FrameFacts(
        (bytes[at + 5] & FLAG_CLEAN) != 0,
        (bytes[at + 5] & FLAG_POSITIONS) != 0,
        (long) LONG.get(bytes, at + 16),
        (long) LONG.get(bytes, at + 24),
        (long) LONG.get(bytes, at + 32),
        (long) LONG.get(bytes, at + 40),
        (long) LONG.get(bytes, at + 48),
        (int) INT.get(bytes, at + 56),
        (int) INT.get(bytes, at + 60));
  }

  /** Returns true if the bytes may be a frame header; only the checksum proves it. */
  public static boolean looksLikeFrame(byte[] bytes, int at) {
    int payload = (int) INT.get(bytes, at + 8);
    return (int) INT.get(bytes, at) == MAGIC && payload >= 0 && payload <= MAX_PAYLOAD_BYTES;
  }

  /** Returns true if a frame may have this number of bytes. */
  public static boolean isPossibleLength(int frameBytes) {
    return frameBytes >= HEADER_BYTES && frameBytes <= HEADER_BYTES + MAX_PAYLOAD_BYTES;
  }

  public static int version(byte[] bytes, int at) {
    return bytes[at + 4];
  }

  /** Returns the number of header and payload bytes. */
  public static int frameBytes(byte[] bytes, int at) {
    return HEADER_BYTES + (int) INT.get(bytes, at + 8);
  }

  /** Returns the number of parts of the payload: 1 for a frame without chunks. */
  public static int chunks(byte[] bytes, int at) {
    return 1 + ((short) SHORT.get(bytes, at + 6) & 0xffff);
  }

  /** Returns true if the chunks of a frame can be proven, as in a certified history. */
  public static boolean hasChunks(byte[] bytes, int at) {
    return (bytes[at + 5] & FLAG_CHUNKS) != 0;
  }

  /** Returns the number of bytes before the first record of each chunk. */
  static int saltBytes(byte[] bytes, int at) {
    return hasChunks(bytes, at) ? SALT_BYTES : 0;
  }

  /**
   * Returns the offset of a chunk from the frame's first byte. If {@code chunk} is the number of
   * chunks, returns the end of the last one.
   *
   * @throws IndexOutOfBoundsException if the frame is damaged
   */
  public static int chunkOffset(byte[] bytes, int at, int chunk) {
    int chunks = chunks(bytes, at);
    Objects.checkIndex(chunk, chunks + 1);
    int end = frameBytes(bytes, at) - (chunks - 1) * Integer.BYTES;
    if (chunk == 0 || chunk == chunks) {
      return chunk == 0 ? HEADER_BYTES : end;
    }
    int offset = (int) INT.get(bytes, at + end + (chunk - 1) * Integer.BYTES);
    return HEADER_BYTES + Objects.checkIndex(offset, end - HEADER_BYTES);
  }

  /** Changes a header to describe a frame that consists of one chunk, the rest of the array. */
  static void limitToOneChunk(byte[] frame) {
    SHORT.set(frame, 6, (short) 0);
    INT.set(frame, 8, frame.length - HEADER_BYTES);
  }

  public static boolean isIntact(byte[] bytes, int at, int salt) {
    int payload = (int) INT.get(bytes, at + 8);
    return (int) INT.get(bytes, at + 12) == checksum(bytes, at, payload, salt);
  }

  private static int checksum(byte[] bytes, int at, int payloadBytes, int salt) {
    CRC32C crc = new CRC32C();
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      crc.update(salt >>> shift);
    }
    crc.update(bytes, at, 12);
    crc.update(bytes, at + 16, HEADER_BYTES - 16 + payloadBytes);
    return (int) crc.getValue();
  }
}
