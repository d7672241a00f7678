// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Tag("jdk")
class JournalTest {
  private static final long LARGE = 1 << 20;

  @TempDir Path temp;

  private Journal open(long segmentBytes) {
    return Journal.open(new JournalConfig(temp, segmentBytes, Long.MAX_VALUE, 10), failure -> {});
  }

  /** Writes frames of ten records each, without holes between LSNs. */
  private static void write(Journal journal, long fromLsn, int frames) {
    long lsn = fromLsn;
    for (int i = 0; i < frames; i++) {
      for (int j = 0; j < 10; j++) {
        journal.encoder().access(lsn, 1000 + lsn, 7, 100 + lsn, 1, false, lsn);
        lsn++;
      }
      journal.encoder().countOperations(10);
      journal.writeFrame(lsn - 1, 8, 100 + lsn, false);
      journal.accounted(lsn - 1, true);
    }
    journal.awaitDurable(lsn - 1);
  }

  private static List<Long> lsns(Journal journal, long afterLsn) {
    List<Long> lsns = new ArrayList<>();
    try (JournalReader reader = journal.readAfter(afterLsn)) {
      for (RecordDecoder batch = reader.next(); batch != null; batch = reader.next()) {
        while (batch.next()) {
          assertThat(batch.object()).isEqualTo(100 + batch.lsn());
          assertThat(batch.bytes()).isEqualTo(batch.lsn());
          assertThat(batch.timeNanos()).isEqualTo(1000 + batch.lsn());
          lsns.add(batch.lsn());
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return lsns;
  }

  private static List<Long> range(long from, long to) {
    List<Long> range = new ArrayList<>();
    for (long lsn = from; lsn <= to; lsn++) {
      range.add(lsn);
    }
    return range;
  }

  private Path segment(int index) throws IOException {
    return JournalRecovery.segmentFiles(temp).get(index);
  }

  private static void flip(Path file, long at) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.seek(at);
      int old = access.read();
      access.seek(at);
      access.write(old ^ 0x10);
    }
  }

  private static void truncate(Path file, long bytes) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(bytes);
    }
  }

  @Test
  void readsBackAcrossSegmentsAndReopening() {
    Journal journal = open(512);
    write(journal, 1, 20);
    journal.close();
    journal = open(512);
    assertThat(journal.recovery().lastLsn()).isEqualTo(200);
    assertThat(journal.recovery().nextProcess()).isEqualTo(8);
    assertThat(journal.recovery().nextObject()).isEqualTo(301);
    write(journal, 201, 5);
    assertThat(lsns(journal, 0)).isEqualTo(range(1, 250));
    assertThat(lsns(journal, 120)).isEqualTo(range(121, 250));
    assertThat(lsns(journal, 124))
        .as("LSNs read from the middle of a frame")
        .isEqualTo(range(125, 250));
    assertThat(lsns(journal, 250)).isEmpty();
    journal.close();
  }

  /** The first and last frames of a run account for no LSN, and may follow a full segment. */
  @Test
  void beginsNoSegmentThatWouldReuseTheLastName() throws Exception {
    Journal journal = open(512);
    for (int source = 0; source < 10; source++) {
      journal.position(1 + source, 0, "source" + source, Bytes.of("x".repeat(100)));
    }
    journal.writeFrame(10, 1, 1, false);
    journal.startSegment();
    journal.startSegment();
    journal.writeFrame(10, 1, 1, true);
    journal.writeFrame(10, 1, 1, false);
    write(journal, 11, 20);
    journal.startSegment();
    journal.writeFrame(210, 8, 310, true);
    journal.close();
    journal = open(512);
    assertThat(journal.recovery().messages()).isEmpty();
    assertThat(journal.recovery().clean()).isTrue();
    assertThat(journal.recovery().positions()).hasSize(10);
    assertThat(lsns(journal, 10)).isEqualTo(range(11, 210));
    journal.release(210);
    journal.close();
    assertThat(JournalRecovery.segmentFiles(temp)).hasSize(1);
  }

  @Test
  void reportsAwaitedLsnsToTheWriterBeforeTheyAreWritten() {
    Journal journal = open(LARGE);
    write(journal, 1, 1);
    List<Long> awaited = new ArrayList<>();
    journal.whenAwaited(
        lsn -> {
          awaited.add(lsn);
          journal.writeFrame(lsn, 8, 100 + lsn, false);
          journal.accounted(lsn, true);
        });

    journal.awaitDurable(15);
    journal.awaitDurable(12);

    assertThat(awaited).containsExactly(15L);
    assertThat(journal.durableLsn()).isEqualTo(15);
    journal.close();
  }

  @Test
  void cutsATornTailAtEveryLength() throws Exception {
    Journal journal = open(LARGE);
    write(journal, 1, 3);
    journal.close();
    byte[] whole = Files.readAllBytes(segment(0));
    long thirdFrame = frameStart(whole, 2);
    for (long length = whole.length - 1; length > thirdFrame; length -= 3) {
      Files.write(segment(0), whole);
      truncate(segment(0), length);
      journal = open(LARGE);
      assertThat(journal.recovery().lastLsn()).isEqualTo(20);
      assertThat(journal.recovery().tornBytes()).isEqualTo(length - thirdFrame);
      assertThat(journal.recovery().damagedBytes()).isZero();
      assertThat(lsns(journal, 0)).isEqualTo(range(1, 20));
      write(journal, 21, 1);
      assertThat(lsns(journal, 0)).isEqualTo(range(1, 30));
      journal.close();
    }
  }

  private static long frameStart(byte[] file, int index) {
    int at = SegmentFormat.HEADER_BYTES;
    for (int i = 0; i < index; i++) {
      at += FrameFormat.frameBytes(file, at);
    }
    return at;
  }

  @Test
  void skipsAFlippedByteAnywhere() throws Exception {
    Journal journal = open(LARGE);
    write(journal, 1, 3);
    journal.close();
    byte[] whole = Files.readAllBytes(segment(0));
    long second = frameStart(whole, 1);
    long third = frameStart(whole, 2);
    for (long at = second; at < third; at++) {
      Files.write(segment(0), whole);
      flip(segment(0), at);
      journal = open(LARGE);
      List<Long> expected = range(1, 10);
      expected.addAll(range(21, 30));
      assertThat(lsns(journal, 0)).as("flipped at %d", at).isEqualTo(expected);
      assertThat(journal.recovery().damagedBytes()).isEqualTo(third - second);
      assertThat(journal.recovery().messages()).isNotEmpty();
      journal.close();
    }
  }

  @Test
  void skipsADamagedSegmentHeader() throws Exception {
    Journal journal = open(LARGE);
    write(journal, 1, 2);
    journal.close();
    flip(segment(0), 3);
    flip(segment(0), 21);
    journal = open(LARGE);
    assertThat(lsns(journal, 0)).isEqualTo(range(1, 20));
    assertThat(journal.recovery().damagedBytes()).isPositive();
    journal.close();
  }

  @Test
  void reportsMissingBytesAndMissingSegments() throws Exception {
    Journal journal = open(256);
    write(journal, 1, 12);
    journal.close();
    int segments = JournalRecovery.segmentFiles(temp).size();
    assertThat(segments).isGreaterThan(3);
    Files.delete(segment(1));
    truncate(segment(0), Files.size(segment(0)) - 5);
    journal = open(256);
    assertThat(journal.recovery().damagedBytes()).isPositive();
    assertThat(journal.recovery().messages()).anyMatch(message -> message.contains("missing"));
    assertThat(lsns(journal, 0)).endsWith(120L).doesNotHaveDuplicates();
    assertThat(journal.recovery().lastLsn()).isEqualTo(120);
    journal.close();
  }

  @Test
  void reportsTornTailOnlyOnFirstRecovery() throws Exception {
    Journal journal = open(LARGE);
    write(journal, 1, 3);
    journal.close();
    truncate(segment(0), Files.size(segment(0)) - 1);
    open(LARGE).close();
    journal = open(LARGE);
    assertThat(journal.recovery().lastLsn()).isEqualTo(20);
    assertThat(journal.recovery().tornBytes()).isZero();
    journal.close();
  }

  @Test
  void reusesLastSegmentThatIsEmpty() throws Exception {
    Journal journal = open(LARGE);
    write(journal, 1, 2);
    journal.startSegment();
    journal.close();
    truncate(segment(1), 7);
    journal = open(LARGE);
    assertThat(journal.recovery().lastLsn()).isEqualTo(20);
    write(journal, 21, 1);
    journal.close();
    journal = open(LARGE);
    assertThat(lsns(journal, 0)).isEqualTo(range(1, 30));
    journal.close();
  }

  @Test
  void ignoresForgedFrameWithinData() throws Exception {
    Journal journal = open(LARGE);
    write(journal, 1, 1);
    journal.close();
    byte[] whole = Files.readAllBytes(segment(0));
    int frame = FrameFormat.frameBytes(whole, SegmentFormat.HEADER_BYTES);
    RecordEncoder forger = new RecordEncoder();
    forger.reset(1_000_000);
    forger.access(1_000_000, 0, 66, 666, 1, false, 0);
    int forged = forger.finish(1_000_000, 99, 99, false, 0);
    journal = open(LARGE);
    Bytes data = Bytes.copyOf(forger.frame(), 0, forged);
    journal.encoder().extended(11, 0, 1, 1, "evil", data);
    journal.writeFrame(11, 8, 111, false);
    journal.close();
    flip(segment(0), SegmentFormat.HEADER_BYTES + frame + FrameFormat.HEADER_BYTES);
    journal = open(LARGE);
    assertThat(journal.recovery().lastLsn()).isEqualTo(10);
    assertThat(lsns(journal, 0)).isEqualTo(range(1, 10));
    journal.close();
  }

  @Test
  void reusesNewestSegmentThatCrashLeftAsZeros() throws Exception {
    Journal journal = open(LARGE);
    write(journal, 1, 2);
    journal.startSegment();
    journal.close();
    Files.write(segment(1), new byte[4096]);
    journal = open(LARGE);
    assertThat(journal.recovery().lastLsn()).isEqualTo(20);
    write(journal, 21, 1);
    assertThat(lsns(journal, 0)).isEqualTo(range(1, 30));
    journal.close();
  }

  /** An adapter may store received records at once, so it must not be ahead of the disk. */
  @Test
  void readsOnlyRecordsOnDisk() throws Exception {
    JournalConfig config = new JournalConfig(temp, LARGE, Long.MAX_VALUE, 3_600_000);
    Journal journal = Journal.open(config, failure -> {});
    write(journal, 1, 1);
    journal.encoder().access(11, 0, 7, 9, 1, false, 1);
    journal.writeFrame(11, 8, 10, false);
    journal.accounted(11, true);
    journal.accounted(15, false);
    assertThat(journal.writtenLsn()).isEqualTo(11);
    try (JournalReader reader = journal.readAfter(10)) {
      assertThat(reader.next()).isNull();
      assertThat(journal.readableLsn()).isEqualTo(10);
      journal.awaitDurable(12);
      assertThat(journal.readableLsn()).as("last LSN on disk").isEqualTo(11);
      assertThat(reader.next().lastLsn()).isEqualTo(11);
      assertThat(reader.next()).isNull();
    }
    journal.close();
  }

  @Test
  void readsEverySegmentWhileEarlierOnesAreReleased() throws Exception {
    Journal journal = open(256);
    write(journal, 1, 40);
    try (JournalReader reader = journal.readAfter(0)) {
      long next = 1;
      for (RecordDecoder batch = reader.next(); batch != null; batch = reader.next()) {
        while (batch.next()) {
          assertThat(batch.lsn()).isEqualTo(next++);
        }
        journal.release(batch.lastLsn());
      }
      assertThat(next).isEqualTo(401);
    }
    journal.close();
  }

  /** Otherwise the next start would miss a segment and report damage. */
  @Test
  void keepsSegmentsAfterOneThatCannotBeDeleted() throws Exception {
    Journal journal = open(256);
    write(journal, 1, 40);
    Path first = segment(0);
    Path second = segment(1);
    Files.delete(first);
    Files.createDirectories(first.resolve("obstacle"));
    journal.release(400);
    journal.release(400);
    assertThat(second).exists();
    Files.delete(first.resolve("obstacle"));
    journal.release(400);
    assertThat(first).doesNotExist();
    assertThat(second).doesNotExist();
    journal.close();
  }

  @Test
  void rejectsForeignAndNewerStores() throws Exception {
    Path file = temp.resolve(SegmentFormat.fileName(1));
    Files.writeString(file, "This is somebody's diary, long enough for a header.");
    assertThatThrownBy(() -> open(LARGE))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FOREIGN));
    byte[] newer = SegmentFormat.header(7, 0).array();
    newer[8] = 2;
    Files.write(file, newer);
    assertThatThrownBy(() -> open(LARGE))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_TOO_NEW));
  }

  @Test
  void releasesOnlyWholeUnneededSegments() throws Exception {
    Journal journal = open(256);
    write(journal, 1, 12);
    int before = JournalRecovery.segmentFiles(temp).size();
    journal.release(0);
    assertThat(JournalRecovery.segmentFiles(temp)).hasSize(before);
    journal.release(60);
    assertThat(lsns(journal, 60)).isEqualTo(range(61, 120));
    journal.release(Long.MAX_VALUE);
    assertThat(JournalRecovery.segmentFiles(temp)).hasSize(1);
    journal.close();
    journal = open(256);
    assertThat(journal.recovery().lastLsn()).isEqualTo(120);
    journal.close();
  }

  /** Returns a disk with a limited number of free bytes, or with failing syncs. */
  private static SegmentFiles disk(AtomicInteger room, boolean failSync) {
    return path -> {
      SegmentFile real = SegmentFiles.onDisk().open(path);
      return new SegmentFile() {
        @Override
        public void write(ByteBuffer bytes) throws IOException {
          int fits = Math.min(room.get(), bytes.remaining());
          room.addAndGet(-fits);
          boolean full = fits < bytes.remaining();
          bytes.limit(bytes.position() + fits);
          real.write(bytes);
          if (full) {
            throw new IOException("No space left on device");
          }
        }

        @Override
        public void force() throws IOException {
          if (failSync) {
            throw new IOException("Input/output error");
          }
          real.force();
        }

        @Override
        public void truncate(long length) throws IOException {
          real.truncate(length);
        }

        @Override
        public void close() throws IOException {
          real.close();
        }
      };
    };
  }

  @Test
  void reportsAFullDiskAndKeepsWrittenRecords() throws Exception {
    AtomicInteger room = new AtomicInteger(1000);
    Journal full = Journal.open(JournalConfig.at(temp), disk(room, false), failure -> {});
    assertThatThrownBy(() -> write(full, 1, 100))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL));
    long lastLsn = full.writtenLsn();
    assertThat(lastLsn).isPositive();
    full.close();
    Journal journal = open(LARGE);
    assertThat(lsns(journal, 0)).isEqualTo(range(1, lastLsn));
    assertThat(journal.recovery().tornBytes()).isZero();
    journal.close();
  }

  @Test
  void releasesWaitersWithAnErrorWhenASyncFails() {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Journal journal =
        Journal.open(JournalConfig.at(temp), disk(new AtomicInteger(1 << 20), true), failure::set);
    assertThatThrownBy(() -> write(journal, 1, 1))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KERNEL_FAILED));
    assertThat(failure.get()).hasMessageContaining("Input/output error");
    assertThat(journal.durableLsn()).isZero();
  }
}
