// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.IoFailure;
import org.colophon.core.journal.format.FrameFacts;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.FrameScan;
import org.colophon.core.journal.format.RecordDecoder;

/**
 * Checks every segment of a journal without changing it: headers, the checksum and the records of
 * each frame, and the chain of LSNs. A writer may be active: segments that it deletes meanwhile are
 * skipped.
 */
public final class JournalVerifier {
  /**
   * Damage in a segment.
   *
   * @param offset in bytes from the start of the file
   */
  public record Damage(Path file, long offset, String problem) {}

  /**
   * State of a journal.
   *
   * @param firstLsn first LSN of the first intact frame, or 0.
   * @param lastLsn last LSN of the last intact frame, or 0.
   * @param unfinishedBytes bytes of an incomplete frame at the end of the last segment; they are
   *     damage only if frames after lastLsn were acknowledged.
   */
  public record Result(
      int segments,
      long frames,
      long firstLsn,
      long lastLsn,
      long unfinishedBytes,
      List<Damage> damages) {
    public Result {
      damages = List.copyOf(damages);
    }
  }

  private final long storeId;
  private final LongConsumer checkedBytes;
  private final FrameVisitor visitor;
  private final List<Damage> damages = new ArrayList<>();
  private final RecordDecoder decoder = new RecordDecoder();

  @SuppressWarnings("NullAway.Init") // set for each segment
  private Path file;

  private int segments;
  private long frames;
  private long firstLsn;
  private long lastLsn;
  private boolean isChained;
  private long unfinishedBytes;
  private long readBytes;

  private JournalVerifier(long storeId, LongConsumer checkedBytes, FrameVisitor visitor) {
    this.storeId = storeId;
    this.visitor = visitor;
    this.checkedBytes = checkedBytes;
  }

  /**
   * Checks a journal.
   *
   * @param storeId the id that segments must have, 0 if it is unknown.
   * @param checkedBytes called after each segment, on this thread, with the bytes read so far.
   * @param visitor receives all intact frames.
   * @throws ColophonException IO_FAILED, NOT_PERMITTED.
   */
  public static Result verify(
      Path directory, long storeId, LongConsumer checkedBytes, FrameVisitor visitor) {
    JournalVerifier verifier = new JournalVerifier(storeId, checkedBytes, visitor);
    try {
      List<Path> files =
          Files.isDirectory(directory) ? JournalRecovery.segmentFiles(directory) : List.of();
      for (int i = 0; i < files.size(); i++) {
        verifier.check(files.get(i), i == files.size() - 1);
      }
    } catch (IOException e) {
      throw IoFailure.of("read the journal in", directory, e);
    }
    return verifier.result();
  }

  private Result result() {
    return new Result(segments, frames, firstLsn, lastLsn, unfinishedBytes, damages);
  }

  private void check(Path segment, boolean isLast) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(segment);
    } catch (NoSuchFileException e) {
      isChained = false; // the writer deleted it
      return;
    }
    file = segment;
    segments++;
    readBytes += bytes.length;
    if (bytes.length >= SegmentFormat.HEADER_BYTES) {
      checkHeader(bytes);
      checkFrames(bytes, isLast);
    } else if (isLast) {
      unfinishedBytes = bytes.length;
    } else {
      damage(0, "the file ends within its header");
    }
    checkedBytes.accept(readBytes);
  }

  private void checkHeader(byte[] bytes) {
    try {
      SegmentFormat.check(bytes, file.toString());
    } catch (ColophonException e) {
      damage(0, e.getMessage());
      return;
    }
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int salt = SegmentFormat.salt(bytes);
    for (int at = SegmentFormat.SALT; at < SegmentFormat.SALT_END; at += Integer.BYTES) {
      if (header.getInt(at) != salt) {
        damage(at, "a copy of the salt differs from the others");
      }
    }
    long found = SegmentFormat.storeId(bytes);
    if (found != 0 && storeId != 0 && found != storeId) {
      damage(0, "it belongs to store %016x, this is store %016x".formatted(found, storeId));
    }
  }

  private void checkFrames(byte[] bytes, boolean isLast) {
    int salt = SegmentFormat.salt(bytes);
    int at = SegmentFormat.HEADER_BYTES;
    while (at < bytes.length) {
      if (!FrameScan.isIntact(bytes, at, salt, lastLsn)) {
        int next = FrameScan.find(bytes, at + 1, salt, lastLsn);
        if (next < 0 && isLast) {
          unfinishedBytes = (long) bytes.length - at;
          return;
        }
        int end = next < 0 ? bytes.length : next;
        damage(at, "%d bytes are not a frame with a valid checksum".formatted(end - at));
        at = end;
        continue;
      }
      checkFrame(bytes, at);
      at += FrameFormat.frameBytes(bytes, at);
    }
  }

  private void checkFrame(byte[] bytes, int at) {
    FrameFacts facts = FrameFormat.facts(bytes, at);
    if (isChained && facts.firstLsn() != lastLsn + 1) {
      damage(at, "LSNs %d to %d are missing before".formatted(lastLsn + 1, facts.firstLsn() - 1));
    }
    if (frames++ == 0) {
      firstLsn = facts.firstLsn();
    }
    lastLsn = facts.lastLsn();
    isChained = true;
    if (FrameFormat.version(bytes, at) <= FrameFormat.VERSION) {
      decode(bytes, at);
      visitor.visit(bytes, at);
    } else {
      damage(at, "the frame has a newer format: use the newer Colophon that wrote it");
    }
  }

  private void decode(byte[] bytes, int at) {
    try {
      decoder.reset(bytes, at);
      while (decoder.next()) {
        decoder.lsn();
      }
    } catch (RuntimeException e) {
      damage(at, "the records of the frame cannot be decoded: " + e.getMessage());
    }
  }

  private void damage(long offset, String problem) {
    damages.add(new Damage(file, offset, problem));
  }
}
