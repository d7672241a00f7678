// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.journal.format.FrameFormat;
import org.jspecify.annotations.Nullable;

/**
 * Format of a stream or file of frames, each with a prefix. Little endian.
 *
 * <pre>
 *   0  u32  magic "CPHX"
 *   4  u32  bytes of the frame
 *   8  u64  last LSN of the frame before
 *  16  u64  last LSN that the source had on disk when it sent the frame
 *  24       the frame, whose checksum has the salt 0: see FrameFormat
 * </pre>
 */
public final class FeedFormat {
  private static final int PREFIX_BYTES = 24;
  private static final int MAGIC = 0x58485043; // "CPHX" read little endian

  private FeedFormat() {}

  /** Returns the number of bytes that {@link #write} writes. */
  public static int bytes(CanonicalFrame frame) {
    return PREFIX_BYTES + frame.length();
  }

  public static void write(CanonicalFrame frame, long endLsn, OutputStream out) throws IOException {
    byte[] prefix = new byte[PREFIX_BYTES];
    putPrefix(frame, endLsn, prefix);
    out.write(prefix);
    out.write(frame.bytes(), frame.offset(), frame.length());
  }

  /** Returns one frame with its prefix, in an array of its own. */
  public static byte[] toBytes(CanonicalFrame frame, long endLsn) {
    byte[] bytes = new byte[bytes(frame)];
    putPrefix(frame, endLsn, bytes);
    System.arraycopy(frame.bytes(), frame.offset(), bytes, PREFIX_BYTES, frame.length());
    return bytes;
  }

  private static void putPrefix(CanonicalFrame frame, long endLsn, byte[] to) {
    ByteBuffer.wrap(to)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MAGIC)
        .putInt(frame.length())
        .putLong(frame.afterLsn())
        .putLong(endLsn);
  }

  /**
   * A frame with its prefix.
   *
   * @param endLsn the last LSN that the source had on disk when it sent the frame
   */
  public record Entry(CanonicalFrame frame, long endLsn) {}

  /**
   * Reads one frame.
   *
   * @param place the origin of the bytes, for messages
   * @throws ColophonException STORE_CORRUPT if the bytes are damaged, or of another form;
   *     STORE_TOO_NEW
   */
  public static Entry read(byte[] bytes, String place) {
    int length = bytes.length - PREFIX_BYTES;
    ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (!FrameFormat.isPossibleLength(length)
        || fields.getInt(0) != MAGIC
        || fields.getInt(4) != length) {
      throw damaged(place, "there is no frame at this offset");
    }
    check(bytes, PREFIX_BYTES, length, place);
    CanonicalFrame frame = new CanonicalFrame(fields.getLong(8), bytes, PREFIX_BYTES, length);
    return new Entry(frame, fields.getLong(16));
  }

  private static void check(byte[] bytes, int at, int length, String place) {
    boolean isWhole =
        FrameFormat.looksLikeFrame(bytes, at) && FrameFormat.frameBytes(bytes, at) == length;
    if (!isWhole || !FrameFormat.isIntact(bytes, at, 0)) {
      throw damaged(place, "a frame does not match its checksum");
    }
    if (FrameFormat.version(bytes, at) > FrameFormat.VERSION) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          place + " has frames of a newer format: use the newer Colophon that wrote it");
    }
  }

  private static ColophonException damaged(String place, String what) {
    return ErrorCode.STORE_CORRUPT.exception(place + " is damaged: " + what);
  }

  /** Reads frames from a stream. One thread. */
  public static final class Reader {
    private final InputStream in;
    private final String place;
    private final byte[] prefix = new byte[PREFIX_BYTES];
    private byte[] bytes = new byte[1 << 18];
    private long endLsn;

    /**
     * Constructs a reader.
     *
     * @param place the name of the stream for messages
     */
    public Reader(InputStream in, String place) {
      this.in = in;
      this.place = place;
    }

    /** Returns the last LSN that the source had on disk, as the last frame reported it. */
    public long endLsn() {
      return endLsn;
    }

    /**
     * Returns the next frame, valid until the next call; null at the end.
     *
     * @throws IOException if the stream fails, or ends within a frame
     * @throws ColophonException STORE_CORRUPT if the stream is damaged, or is not a feed;
     *     STORE_TOO_NEW
     */
    public @Nullable CanonicalFrame next() throws IOException {
      int got = in.readNBytes(prefix, 0, PREFIX_BYTES);
      if (got == 0) {
        return null;
      }
      ByteBuffer fields = ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN);
      int length = fields.getInt(4);
      boolean isFrame = fields.getInt(0) == MAGIC && FrameFormat.isPossibleLength(length);
      if (got == PREFIX_BYTES && !isFrame) {
        throw damaged(place, "no frame begins at this offset");
      }
      if (got < PREFIX_BYTES || !read(length)) {
        throw new EOFException(place + " ends within a frame");
      }
      check(bytes, 0, length, place);
      endLsn = fields.getLong(16);
      return new CanonicalFrame(fields.getLong(8), bytes, 0, length);
    }

    private boolean read(int length) throws IOException {
      if (length > bytes.length) {
        byte[] read = in.readNBytes(length); // grows with the bytes that arrive
        bytes = read.length == length ? read : bytes;
        return read.length == length;
      }
      return in.readNBytes(bytes, 0, length) == length;
    }
  }
}
