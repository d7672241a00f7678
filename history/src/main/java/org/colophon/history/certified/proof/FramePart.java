// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.proof;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.log.FrameEntry;
import org.colophon.history.certified.merkle.HashList;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.merkle.MerkleProofs;
import org.jspecify.annotations.Nullable;

/**
 * The extra data of a proof for a record: the log's entry for its frame, the chunk of the frame
 * that has the record, and the path from the chunk to the frame's root. Big endian.
 *
 * <pre>
 *   u8   version, 1
 *   u64  LSN of the record
 *        112 bytes: the entry, see {@link FrameEntry}
 *   u16  chunk, from 0
 *   u8   hashes of the path; then 32 bytes each
 *   u32  bytes of the chunk; then the chunk, compressed with deflate (RFC 1950)
 * </pre>
 */
public record FramePart(long lsn, FrameEntry entry, int chunk, List<Bytes> path, Bytes content) {
  private static final int VERSION = 1;
  private static final int MAX_CONTENT_BYTES = 64 << 20;

  public FramePart {
    path = List.copyOf(path);
  }

  /**
   * Extracts the part of a frame that has a record.
   *
   * @throws ColophonException NOT_FOUND if the frame has no record of the LSN
   */
  public static FramePart of(long lsn, long storeId, byte[] bytes, int at) {
    Hasher hasher = new Hasher();
    FrameEntry entry = FrameEntry.of(storeId, bytes, at, hasher);
    HashList chunks = FrameEntry.chunks(bytes, at, hasher);
    for (int chunk = 0; chunk < chunks.leaves().size(); chunk++) {
      int from = at + FrameFormat.chunkOffset(bytes, at, chunk);
      int to = at + FrameFormat.chunkOffset(bytes, at, chunk + 1);
      List<Bytes> path =
          chunks.tree().inclusion(chunk, chunks.leaves().size()).stream().map(Bytes::wrap).toList();
      FramePart part = new FramePart(lsn, entry, chunk, path, Bytes.copyOf(bytes, from, to));
      if (part.find() != null) {
        return part;
      }
    }
    throw ErrorCode.NOT_FOUND.exception(
        "no record has LSN %d: the operation was suppressed, or is part of a later interval"
            .formatted(lsn));
  }

  /**
   * Returns a reader positioned at the record; null if the chunk does not contain it.
   *
   * @throws ColophonException STORE_CORRUPT if the chunk cannot be decoded
   */
  public @Nullable RecordDecoder find() {
    RecordDecoder decoder = new RecordDecoder();
    decoder.resetChunk(entry.header().toArray(), content.toArray());
    while (decoder.next()) {
      if (decoder.lsn() == lsn) {
        return decoder;
      }
    }
    return null;
  }

  /** Returns true if the chunk belongs to the frame of the entry. */
  public boolean isOfFrame() {
    byte[] leaf = new Hasher().leaf(content.toArray());
    return MerkleProofs.isIncluded(
        leaf,
        chunk,
        entry.chunkCount(),
        path.stream().map(Bytes::toArray).toList(),
        entry.root().toArray());
  }

  /**
   * Parses the extra data of a proof.
   *
   * @throws ColophonException BAD_INPUT, STORE_TOO_NEW
   */
  public static FramePart parse(Bytes extra) {
    try {
      ByteBuffer in = ByteBuffer.wrap(extra.toArray());
      if (in.get() != VERSION) {
        throw ErrorCode.STORE_TOO_NEW.exception(
            "the proof has a newer format: use a newer Colophon");
      }
      long lsn = in.getLong();
      FrameEntry entry = FrameEntry.parse(take(in, FrameEntry.BYTES));
      int chunk = in.getShort() & 0xffff;
      List<Bytes> path = new ArrayList<>();
      for (int hashes = in.get() & 0xff; hashes > 0; hashes--) {
        path.add(Bytes.wrap(take(in, Hasher.BYTES)));
      }
      int length = in.getInt();
      return new FramePart(
          lsn, entry, chunk, path, Bytes.wrap(inflate(take(in, in.remaining()), length)));
    } catch (BufferUnderflowException | DataFormatException e) {
      throw LogProof.malformed("its extra data is damaged");
    }
  }

  private static byte[] take(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static byte[] inflate(byte[] compressed, int length) throws DataFormatException {
    if (length < 0 || length > MAX_CONTENT_BYTES) {
      throw LogProof.malformed("its record is longer than %d bytes".formatted(MAX_CONTENT_BYTES));
    }
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(compressed);
      byte[] content = new byte[length];
      int got = inflater.inflate(content);
      while (got < length && !inflater.finished() && !inflater.needsInput()) {
        got += inflater.inflate(content, got, length - got);
      }
      if (got != length) {
        throw LogProof.malformed("its extra data is damaged");
      }
      return content;
    } finally {
      inflater.end();
    }
  }

  /** Returns the extra data for a proof. */
  public Bytes toBytes() {
    byte[] compressed = deflate(content.toArray());
    ByteBuffer out =
        ByteBuffer.allocate(
            1
                + Long.BYTES
                + FrameEntry.BYTES
                + Short.BYTES
                + 1
                + path.size() * Hasher.BYTES
                + Integer.BYTES
                + compressed.length);
    out.put((byte) VERSION).putLong(lsn).put(entry.toBytes());
    out.putShort((short) chunk).put((byte) path.size());
    path.forEach(each -> out.put(each.toArray()));
    out.putInt(content.length()).put(compressed);
    return Bytes.wrap(out.array());
  }

  private static byte[] deflate(byte[] content) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try {
      deflater.setInput(content);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] part = new byte[8192];
      while (!deflater.finished()) {
        out.write(part, 0, deflater.deflate(part));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
