// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.colophon.core.journal.format.FrameFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalVerifierTest {
  private static final int FRAMES = 60;

  @TempDir private Path directory;

  @BeforeEach
  void writeJournal() {
    Journal journal =
        Journal.open(new JournalConfig(directory, 512, Long.MAX_VALUE, 10), failure -> {});
    for (long lsn = 1; lsn <= FRAMES; lsn++) {
      journal.encoder().access(lsn, 1000 + lsn, 7, 100 + lsn, 1, false, lsn);
      journal.encoder().countOperations(1);
      journal.writeFrame(lsn, 8, 100 + lsn, false);
      journal.accounted(lsn, true);
    }
    journal.awaitDurable(FRAMES);
    journal.close();
  }

  private JournalVerifier.Result verify() {
    return JournalVerifier.verify(directory, 0, bytes -> {}, FrameVisitor.NONE);
  }

  private Path segment(int index) throws IOException {
    return JournalRecovery.segmentFiles(directory).get(index);
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 4;
    Files.write(file, bytes);
  }

  @Test
  void findsNothingInIntactJournal() {
    JournalVerifier.Result result = verify();

    assertThat(result.damages()).isEmpty();
    assertThat(result.segments()).isGreaterThan(2);
    assertThat(result.frames()).isGreaterThanOrEqualTo(FRAMES);
    assertThat(result.firstLsn()).isEqualTo(1);
    assertThat(result.lastLsn()).isGreaterThanOrEqualTo(FRAMES);
    assertThat(result.unfinishedBytes()).isZero();
  }

  @Test
  void findsEveryFlippedBit() throws IOException {
    Path file = segment(1);
    byte[] intact = Files.readAllBytes(file);
    for (int at = SegmentFormat.HEADER_BYTES; at < intact.length; at++) {
      flip(file, at);
      assertThat(verify().damages()).as("byte %d", at).isNotEmpty();
      Files.write(file, intact);
    }
    assertThat(verify().damages()).isEmpty();
  }

  @Test
  void reportsFileAndOffsetOfDamage() throws IOException {
    int at = SegmentFormat.HEADER_BYTES;
    flip(segment(1), at + FrameFormat.HEADER_BYTES);

    List<JournalVerifier.Damage> damages = verify().damages();

    assertThat(damages.get(0).file()).isEqualTo(segment(1));
    assertThat(damages.get(0).offset()).isEqualTo(at);
    assertThat(damages.get(0).problem()).contains("checksum");
  }

  @Test
  void findsMissingSegment() throws IOException {
    Files.delete(segment(1));

    assertThat(verify().damages())
        .singleElement()
        .satisfies(each -> assertThat(each.problem()).contains("are missing"));
  }

  @Test
  void findsSegmentOfAnotherStore() throws IOException {
    try (FileChannel channel = FileChannel.open(segment(0), StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {7}), 12);
    }

    assertThat(JournalVerifier.verify(directory, 1, bytes -> {}, FrameVisitor.NONE).damages())
        .singleElement()
        .satisfies(each -> assertThat(each.problem()).contains("store"));
  }

  @Test
  void doesNotReportUnfinishedEntryAtTheEndAsDamage() throws IOException {
    Path last = segment(JournalRecovery.segmentFiles(directory).size() - 1);
    byte[] intact = Files.readAllBytes(last);
    try (FileChannel channel = FileChannel.open(last, StandardOpenOption.WRITE)) {
      channel.truncate(intact.length - 5);
    }

    JournalVerifier.Result result = verify();

    assertThat(result.damages()).isEmpty();
    assertThat(result.unfinishedBytes()).isPositive();
  }
}
