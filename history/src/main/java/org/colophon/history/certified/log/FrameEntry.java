// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.FrameFacts;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.merkle.HashList;
import org.colophon.history.certified.merkle.Hasher;

/**
 * The entry of a log for one frame. Little endian.
 *
 * <pre>
 *   0  u32  magic "CPHE"
 *   4  u32  version, 1
 *   8  u64  store id
 *  16       32 bytes: root of the Merkle tree whose leaves are the frame's chunks
 *  48       64 bytes: the frame's header, with the checksum 0
 * </pre>
 *
 * The checksum is left out because it would reveal something about erased contents.
 *
 * @param header the frame's header
 */
public record FrameEntry(long storeId, Bytes root, Bytes header) {
  /** Size of an entry in bytes. */
  public static final int BYTES = 112;

  private static final int MAGIC = 0x45485043; // "CPHE" read little endian
  private static final int VERSION = 1;
  private static final int ROOT = 16;
  private static final int HEADER = ROOT + Hasher.BYTES;
  private static final int CHECKSUM = 12;

  /** Returns the entry of the frame at an offset. */
  public static FrameEntry of(long storeId, byte[] bytes, int at, Hasher hasher) {
    byte[] header = new byte[FrameFormat.HEADER_BYTES];
    System.arraycopy(bytes, at, header, 0, header.length);
    ByteBuffer.wrap(header).putInt(CHECKSUM, 0);
    byte[] root = chunks(bytes, at, hasher).tree().root(FrameFormat.chunks(bytes, at));
    return new FrameEntry(storeId, Bytes.wrap(root), Bytes.wrap(header));
  }

  /** Returns the hashes of a frame's chunks. */
  public static HashList chunks(byte[] bytes, int at, Hasher hasher) {
    int count = FrameFormat.chunks(bytes, at);
    List<byte[]> hashes = new ArrayList<>(count);
    for (int chunk = 0; chunk < count; chunk++) {
      int from = FrameFormat.chunkOffset(bytes, at, chunk);
      int length = FrameFormat.chunkOffset(bytes, at, chunk + 1) - from;
      hashes.add(hasher.leaf(bytes, at + from, length));
    }
    return new HashList(hashes, hasher);
  }

  /**
   * Returns true if a log has an entry for a frame. A frame without LSNs, such as the mark of a
   * shutdown, has no entry.
   */
  public static boolean isLogged(FrameFacts facts) {
    return facts.lastLsn() >= facts.firstLsn();
  }

  /**
   * Parses an entry.
   *
   * @throws ColophonException BAD_INPUT, STORE_TOO_NEW
   */
  public static FrameEntry parse(byte[] entry) {
    ByteBuffer fields = ByteBuffer.wrap(entry).order(ByteOrder.LITTLE_ENDIAN);
    if (entry.length != BYTES
        || fields.getInt(0) != MAGIC
        || !FrameFormat.looksLikeFrame(entry, HEADER)) {
      throw ErrorCode.BAD_INPUT.exception("not an entry for a frame");
    }
    if (fields.getInt(4) != VERSION) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          "the log's entries have a newer format: use a newer Colophon");
    }
    return new FrameEntry(
        fields.getLong(8), Bytes.copyOf(entry, ROOT, HEADER), Bytes.copyOf(entry, HEADER, BYTES));
  }

  /** Returns the bytes that the log hashes. */
  public byte[] toBytes() {
    byte[] entry = new byte[BYTES];
    ByteBuffer.wrap(entry)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MAGIC)
        .putInt(VERSION)
        .putLong(storeId);
    root.copyTo(entry, ROOT);
    header.copyTo(entry, HEADER);
    return entry;
  }

  /** Decodes the frame's header. */
  public FrameFacts facts() {
    return FrameFormat.facts(header.toArray(), 0);
  }

  /** Returns the number of the frame's chunks. */
  public int chunkCount() {
    return FrameFormat.chunks(header.toArray(), 0);
  }
}
