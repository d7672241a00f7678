// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Reads the journal from an LSN on, frame by frame, behind its writer. The file is the queue, so a
 * slow reader delays no other. Reads only frames on disk, so that no adapter holds more than the
 * journal after a power failure. One thread.
 */
public final class JournalReader implements Closeable {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int FIRST_CHUNK_BYTES = 1 << 16;

  private final Journal journal;
  private final RecordDecoder decoder = new RecordDecoder();
  private final long afterLsn;
  private Segment segment;
  private @Nullable FileChannel channel;
  private long offset;
  private byte[] chunk = new byte[FIRST_CHUNK_BYTES];
  private long chunkOffset;
  private int chunkBytes;
  private int frame;

  JournalReader(Journal journal, Segment first, long afterLsn) {
    this.journal = journal;
    this.segment = first;
    this.afterLsn = afterLsn;
  }

  /**
   * Returns the next frame as a batch, valid until the next call; null if none is on disk yet. If
   * the frame begins before the start LSN, the batch has only the records after that LSN.
   *
   * @throws ColophonException IO_FAILED, or STORE_CORRUPT if the frame was damaged since it was
   *     written
   */
  public @Nullable RecordDecoder next() {
    if (!nextFrame()) {
      return null;
    }
    decoder.reset(chunk, frame, afterLsn);
    return decoder;
  }

  /**
   * Moves to the next frame that ends after the start LSN; false if none is on disk yet.
   *
   * @throws ColophonException as {@link #next}
   */
  public boolean nextFrame() {
    try {
      while (advance()) {
        int at = load();
        long lastLsn = FrameFormat.facts(chunk, at).lastLsn();
        if (lastLsn > journal.readableLsn()) {
          return false;
        }
        offset += FrameFormat.frameBytes(chunk, at);
        if (lastLsn > afterLsn) {
          frame = at;
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot read journal segment " + segment.path() + ": " + IoFailure.reason(e), e);
    }
  }

  /**
   * Returns the frame that {@link #nextFrame} moved to, with the checksum of salt 0.
   *
   * @param previousLsn the end of the frame that the caller had before
   */
  public CanonicalFrame canonical(long previousLsn) {
    FrameFormat.seal(chunk, frame, 0);
    return new CanonicalFrame(previousLsn, chunk, frame, FrameFormat.frameBytes(chunk, frame));
  }

  private boolean advance() throws IOException {
    while (true) {
      channel();
      Segment following = journal.segmentAfter(segment);
      offset = segment.skipHole(offset);
      if (offset < segment.endBytes()) {
        return true;
      }
      if (following == null) {
        return false;
      }
      close();
      segment = following;
    }
  }

  private FileChannel channel() throws IOException {
    if (channel == null) {
      channel = FileChannel.open(segment.path(), StandardOpenOption.READ);
      offset = SegmentFormat.HEADER_BYTES;
      chunkBytes = 0;
      chunkOffset = 0;
    }
    return channel;
  }

  /** Loads the frame at the offset into the chunk and returns its index there. */
  private int load() throws IOException {
    fill(FrameFormat.HEADER_BYTES);
    int at = (int) (offset - chunkOffset);
    if (!FrameFormat.looksLikeFrame(chunk, at)) {
      throw damaged();
    }
    fill(FrameFormat.frameBytes(chunk, at));
    at = (int) (offset - chunkOffset);
    if (!FrameFormat.isIntact(chunk, at, segment.salt())) {
      throw damaged();
    }
    return at;
  }

  private ColophonException damaged() {
    return ErrorCode.STORE_CORRUPT.exception(
        "journal segment " + segment.path() + " was damaged at byte " + offset + " while in use");
  }

  private void fill(int wanted) throws IOException {
    if (offset + wanted <= chunkOffset + chunkBytes) {
      return;
    }
    long available = segment.endBytes() - offset;
    if (available < wanted) {
      throw damaged();
    }
    int size = (int) Math.min(available, Math.max(CHUNK_BYTES, wanted));
    if (chunk.length < size) {
      chunk = new byte[Math.max(size, Math.min(CHUNK_BYTES, 2 * chunk.length))];
    }
    ByteBuffer target = ByteBuffer.wrap(chunk, 0, size);
    while (target.hasRemaining()) {
      if (channel().read(target, offset + target.position()) < 0) {
        throw damaged();
      }
    }
    chunkOffset = offset;
    chunkBytes = size;
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }
}
