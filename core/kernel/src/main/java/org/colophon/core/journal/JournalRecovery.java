// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.FrameFacts;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.FramePositions;
import org.colophon.core.journal.format.FrameScan;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.storage.RecordType;

/**
 * Reads all segments at start: finds the end, cuts off a torn tail, and skips damage in the middle.
 *
 * <p>Frames account for LSNs without holes. If a frame does not begin right after the previous one,
 * bytes or segments are missing. After a damaged frame, recovery searches for the next intact one
 * by its magic and checksum, so that only the damaged bytes are lost. Recovery is idempotent, even
 * after a crash during it.
 */
final class JournalRecovery {
  private final Path directory;
  private final long storeId;
  private final SyncedMark mark;
  private final boolean isMarkLost;
  private final List<Segment> segments = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();
  private final Map<String, Bytes> positions = new HashMap<>();
  private final RecordDecoder decoder = new RecordDecoder();
  private int salt;
  private long frames;
  private long firstLsn;
  private long wholeFromLsn;
  private long lastLsn;
  private long dataLsn;
  private long nextProcess = 1;
  private long nextObject = 1;
  private boolean clean = true;
  private long tornBytes;
  private long damagedBytes;
  private long damagedBefore; // the last intact frame
  private long toldBytes;

  JournalRecovery(Path directory, JournalIdentity identity, SyncedMark mark) {
    this.directory = directory;
    this.storeId = identity.storeId();
    this.mark = mark;
    this.isMarkLost = identity.isMarkExpected() && !mark.isKnown();
  }

  /** Returns the segments in order, each up to its valid end. */
  List<Segment> segments() {
    return segments;
  }

  RecoveryReport recover() throws IOException {
    List<Path> files = segmentFiles(directory);
    for (int i = 0; i < files.size(); i++) {
      boolean isLast = i == files.size() - 1;
      segments.add(recoverSegment(files.get(i), isLast));
    }
    compareWithMark();
    return new RecoveryReport(
        clean,
        firstLsn,
        wholeFromLsn,
        lastLsn,
        dataLsn,
        mark.lsn(),
        nextProcess,
        nextObject,
        frames,
        tornBytes,
        damagedBytes,
        damagedBytes - toldBytes,
        positions,
        messages);
  }

  private void compareWithMark() {
    if (isMarkLost) {
      messages.add("the file with the last acknowledged LSN is lost or damaged");
    }
    clean = clean && mark.lsn() <= lastLsn;
  }

  static List<Path> segmentFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(SegmentFormat.SUFFIX))
          .sorted()
          .toList();
    }
  }

  private Segment recoverSegment(Path file, boolean isLast) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length < SegmentFormat.HEADER_BYTES) {
      return emptySegment(file, bytes.length, isLast);
    }
    salt = SegmentFormat.salt(bytes);
    List<Segment.Hole> holes = new ArrayList<>();
    long segmentLsn = 0;
    int at = SegmentFormat.HEADER_BYTES;
    if (isLast
        && !segments.isEmpty()
        && !SegmentFormat.hasMagic(bytes)
        && findFrame(bytes, at) < 0) {
      return emptySegment(file, bytes.length, true); // a crash came before its first bytes
    }
    checkHeader(file, bytes);
    int good = at;
    while (at < bytes.length) {
      if (isIntactFrame(bytes, at)) {
        segmentLsn = accept(file, bytes, at);
        at += FrameFormat.frameBytes(bytes, at);
        good = at;
        continue;
      }
      int next = findFrame(bytes, at + 1);
      if (next < 0) {
        break;
      }
      damage(file, at, next);
      holes.add(new Segment.Hole(at, next));
      at = next;
    }
    if (good < bytes.length) {
      endOfSegment(file, bytes, good, isLast);
    }
    return new Segment(file, salt, good, segmentLsn, holes);
  }

  private void checkHeader(Path file, byte[] bytes) {
    try {
      SegmentFormat.check(bytes, file.toString());
    } catch (ColophonException e) {
      boolean hasFrames = findFrame(bytes, SegmentFormat.HEADER_BYTES) >= 0;
      if (e.code() != ErrorCode.STORE_FOREIGN || !hasFrames) {
        throw e;
      }
      damage(file, 0, SegmentFormat.HEADER_BYTES);
      return;
    }
    long found = SegmentFormat.storeId(bytes);
    if (found != 0 && storeId != 0 && found != storeId) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "the journal segment %s belongs to store %016x, but this is store %016x: restore the journal of this store"
              .formatted(file, found, storeId));
    }
  }

  private Segment emptySegment(Path file, int length, boolean isLast) throws IOException {
    if (!isLast) {
      damagedBytes += length;
      messages.add(file + " lost its content");
    } else {
      tornBytes += length;
      clean = clean && length == 0 && segments.isEmpty();
      salt = SegmentFormat.newSalt();
      Files.write(file, SegmentFormat.header(salt, storeId).array());
    }
    return new Segment(file, salt, SegmentFormat.HEADER_BYTES, 0, List.of());
  }

  private long accept(Path file, byte[] bytes, int at) {
    if (FrameFormat.version(bytes, at) > FrameFormat.VERSION) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          file + " holds entries of a newer format: use the newer Colophon that wrote it");
    }
    FrameFacts facts = FrameFormat.facts(bytes, at);
    if (lastLsn != 0 && facts.firstLsn() != lastLsn + 1) {
      wholeFromLsn = facts.firstLsn();
      if (damagedBytes == damagedBefore) {
        damagedBytes++; // the number of missing bytes is unknown if none are damaged
      }
      messages.add(
          "LSNs %d to %d are missing before byte %d of %s"
              .formatted(lastLsn + 1, facts.firstLsn() - 1, at, file));
    }
    if (frames++ == 0) {
      firstLsn = facts.firstLsn();
      wholeFromLsn = firstLsn;
    }
    damagedBefore = damagedBytes;
    lastLsn = facts.lastLsn();
    dataLsn = facts.operations() > 0 ? lastLsn : dataLsn;
    nextProcess = facts.nextProcess();
    nextObject = facts.nextObject();
    clean = facts.clean();
    FramePositions.addTo(positions, bytes, at);
    if (damagedBytes > toldBytes) {
      takeTold(bytes, at);
    }
    return lastLsn;
  }

  /** Counts damage that an earlier recovery recorded as a gap. The gap follows the damage. */
  private void takeTold(byte[] bytes, int at) {
    decoder.reset(bytes, at);
    while (decoder.next()) {
      if (decoder.type() == RecordType.GAP && decoder.gapCause() == GapCause.JOURNAL_DAMAGE) {
        toldBytes = Math.min(damagedBytes, toldBytes + decoder.count());
      }
    }
  }

  private void damage(Path file, int from, int to) {
    damagedBytes += to - from;
    messages.add(
        "%s is damaged from byte %d to %d; entries after it are intact".formatted(file, from, to));
  }

  private void endOfSegment(Path file, byte[] bytes, int good, boolean isLast) throws IOException {
    int lost = bytes.length - good;
    if (!isLast) {
      damage(file, good, bytes.length);
      return;
    }
    clean = false;
    tornBytes += lost;
    if (isMarkLost) {
      mark.recordDurably(lastLsn + 1); // it may have been acknowledged: assume that it was
    }
    messages.add(
        "%s: cut off an unfinished entry of %d bytes at byte %d".formatted(file, lost, good));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(good);
      channel.force(true);
    }
  }

  private boolean isIntactFrame(byte[] bytes, int at) {
    return FrameScan.isIntact(bytes, at, salt, lastLsn);
  }

  private int findFrame(byte[] bytes, int from) {
    return FrameScan.find(bytes, from, salt, lastLsn);
  }
}
