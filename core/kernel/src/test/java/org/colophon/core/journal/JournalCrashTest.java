// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Simulates a machine that crashes: unsynced writes are lost, while deletions may survive. */
@Timeout(60)
@Tag("jdk")
class JournalCrashTest {
  private static final Bytes HERE = Bytes.of("17");

  @TempDir Path temp;

  private final LosingDisk disk = new LosingDisk();

  /** Tracks the synced length of each file; syncs wait while a test holds them. */
  private static final class LosingDisk implements SegmentFiles {
    final Semaphore syncs = new Semaphore(1);
    private final Map<Path, Long> synced = new ConcurrentHashMap<>();

    @Override
    public SegmentFile open(Path path) throws IOException {
      SegmentFile real = SegmentFiles.onDisk().open(path);
      synced.putIfAbsent(path, 0L);
      return new SegmentFile() {
        @Override
        public void write(ByteBuffer bytes) throws IOException {
          real.write(bytes);
        }

        @Override
        public void force() throws IOException {
          long length = Files.size(path);
          syncs.acquireUninterruptibly();
          try {
            real.force();
            synced.put(path, length);
          } finally {
            syncs.release();
          }
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
    }

    long synced(Path path) {
      return synced.get(path);
    }
  }

  private Path journal() {
    return temp.resolve("journal");
  }

  private Journal open() {
    JournalConfig config = new JournalConfig(journal(), 1 << 20, Long.MAX_VALUE, 1);
    return Journal.open(config, disk, failure -> {});
  }

  private int segments() throws IOException {
    return JournalRecovery.segmentFiles(journal()).size();
  }

  /** Returns the positions that are found after a crash at this instant. */
  private Map<String, Bytes> positionsAfterCrash() throws IOException {
    Path after = Files.createTempDirectory(temp, "crashed");
    for (Path file : JournalRecovery.segmentFiles(journal())) {
      byte[] kept = Arrays.copyOf(Files.readAllBytes(file), (int) disk.synced(file));
      Files.write(after.resolve(file.getFileName()), kept);
    }
    Journal crashed = Journal.open(JournalConfig.at(after), failure -> {});
    crashed.close();
    return crashed.recovery().positions();
  }

  private static void write(Journal journal, long lsn, boolean clean) {
    journal.writeFrame(lsn, 1, 1, clean);
    journal.accounted(lsn, true);
  }

  /** Returns a journal with one position on disk. Later writes are not on disk. */
  private Journal withPosition() {
    Journal journal = open();
    journal.position(1, 0, "feed", HERE);
    write(journal, 1, false);
    journal.awaitDurable(1);
    return journal;
  }

  @Test
  void keepsASegmentUntilThePositionsInTheNextAreOnDisk() throws Exception {
    Journal journal = withPosition();
    disk.syncs.acquire();
    journal.startSegment();
    write(journal, 2, false);
    journal.release(2);
    assertThat(positionsAfterCrash()).containsEntry("feed", HERE);
    disk.syncs.release();
    journal.awaitDurable(2);
    journal.release(2);
    assertThat(segments()).isEqualTo(1);
    assertThat(positionsAfterCrash()).containsEntry("feed", HERE);
    journal.close();
  }

  /**
   * Closing or opening a kernel writes frames without LSNs, so LSNs do not show if they are on
   * disk.
   */
  @Test
  void keepsASegmentAlsoWhenTheNextAccountsForNoLsn() throws Exception {
    Journal journal = withPosition();
    disk.syncs.acquire();
    journal.startSegment();
    journal.release(1);
    assertThat(positionsAfterCrash())
        .as("positions before the new segment has a frame")
        .containsEntry("feed", HERE);
    write(journal, 1, true);
    journal.awaitDurable(1);
    journal.release(1);
    assertThat(positionsAfterCrash()).containsEntry("feed", HERE);
    disk.syncs.release();
    journal.awaitFramesDurable();
    journal.release(1);
    assertThat(segments()).isEqualTo(1);
    assertThat(positionsAfterCrash()).containsEntry("feed", HERE);
    journal.close();
  }

  @Test
  void repeatsPositionsWhenTheirFrameIsDamaged() throws Exception {
    Journal journal = withPosition();
    journal.startSegment();
    write(journal, 2, false);
    write(journal, 3, false);
    journal.close();
    Path last = JournalRecovery.segmentFiles(journal()).get(1);
    byte[] bytes = Files.readAllBytes(last);
    bytes[SegmentFormat.HEADER_BYTES + FrameFormat.HEADER_BYTES] ^= 1;
    Files.write(last, bytes);

    journal = open();
    assertThat(journal.recovery().damagedBytes()).isPositive();
    journal.release(3);
    assertThat(positionsAfterCrash()).containsEntry("feed", HERE);
    write(journal, 4, false);
    journal.awaitDurable(4);
    journal.release(4);
    assertThat(segments()).isEqualTo(1);
    assertThat(positionsAfterCrash()).containsEntry("feed", HERE);
    journal.close();
  }

  /** A killed process may have left several segments in the page cache. */
  @Test
  void syncsRecoveredRecords() throws Exception {
    Journal journal = withPosition();
    disk.syncs.acquire();
    for (int lsn = 2; lsn < 6; lsn++) {
      journal.startSegment();
      write(journal, lsn, false);
    }
    LosingDisk anew = new LosingDisk();
    Journal again =
        Journal.open(new JournalConfig(journal(), 1 << 20, Long.MAX_VALUE, 1), anew, failure -> {});
    assertThat(again.durableLsn()).isEqualTo(5);
    for (Path file : JournalRecovery.segmentFiles(journal())) {
      assertThat(anew.synced(file)).isEqualTo(Files.size(file));
    }
    again.close();
    disk.syncs.release();
    journal.close();
  }
}
