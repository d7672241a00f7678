// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.Archive;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.feed.FrameApplier;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.TransactionStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests feeds of a journal, stores that follow a feed, and the archive. */
@Timeout(60)
class FollowerTest extends KernelFixture {
  private static final int SEGMENT_BYTES = 2048;

  private final RecordingAdapter ours = new RecordingAdapter();
  private final RecordingAdapter theirs = new RecordingAdapter();

  private KernelConfig.Builder source() {
    return config(ours).segmentBytes(SEGMENT_BYTES);
  }

  private Kernel follower(Kernel source) {
    return follower(new FeedOrigin(source.storeId(), source.owner()));
  }

  private Kernel follower(FeedOrigin origin) {
    return Kernel.open(followerConfig().following(origin).build());
  }

  private KernelConfig.Builder followerConfig() {
    return KernelConfig.builder(temp.resolve("follower"))
        .adapter(RecordingAdapter.config(theirs))
        .segmentBytes(SEGMENT_BYTES);
  }

  /** Records reads, each in a frame of its own. */
  private static void record(Kernel kernel, int reads) {
    OperationSink sink = kernel.newSink("test", KEEP_ALL);
    long process = process(sink);
    long file = file(sink, "/f");
    for (int i = 0; i < reads; i++) {
      sink.access(OperationKind.READ, Phase.WHOLE, process, file, i, 0);
      sink.position("log", Bytes.of("line " + i));
      sink.awaitDurable(sink.flush());
    }
  }

  private static void pump(Kernel source, Kernel follower) {
    FrameApplier applier = follower.applier();
    try (FrameSource feed = source.feeds().after("follower", applier.lastLsn())) {
      for (CanonicalFrame frame = feed.next(0); frame != null; frame = feed.next(0)) {
        applier.apply(frame);
      }
    }
    source.feeds().after("follower", applier.lastLsn()).close(); // acknowledges
    source.drain();
    follower.drain();
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code, String part) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(part);
  }

  @Test
  void followerHasSameRecordsAsSourceAcrossRestarts() {
    try (Kernel source = Kernel.open(source().build())) {
      record(source, 10);
      try (Kernel follower = follower(source)) {
        pump(source, follower);
        assertThat(theirs.seen()).isEqualTo(ours.seen()).hasSizeGreaterThan(10);
        record(source, 100);
        pump(source, follower);
      }
      try (Kernel follower = follower(source)) {
        record(source, 10);
        pump(source, follower);
        assertThat(follower.lastLsn()).isEqualTo(source.status().durableLsn());
        assertThat(follower.status().journalBytes()).isLessThan(10 * SEGMENT_BYTES);
      }
    }
    assertThat(theirs.seen()).isEqualTo(ours.seen().subList(0, theirs.seen().size()));
  }

  @Test
  void formerFollowerRecordsWithKeptPositionsAndNewLsns() throws Exception {
    long last;
    try (Kernel source = Kernel.open(source().build())) {
      record(source, 100);
      try (Kernel follower = follower(source)) {
        pump(source, follower);
        last = follower.lastLsn();
      }
    }
    assertFails(() -> Kernel.open(followerConfig().build()), ErrorCode.BAD_REQUEST, "--follow");
    Files.delete(temp.resolve("follower/follower"));
    try (Kernel freed = Kernel.open(followerConfig().build())) {
      assertThat(freed.position("log")).isEqualTo(Bytes.of("line 99"));
      assertThat(freed.losses()).isEmpty();
      record(freed, 1);
      assertThat(freed.lastLsn()).isGreaterThan(last);
    }
  }

  @Test
  void followerRefusesToRecord() {
    try (Kernel source = Kernel.open(source().build());
        Kernel follower = follower(source)) {
      assertFails(
          () -> follower.newSink("test", KEEP_ALL), ErrorCode.BAD_REQUEST, "follows another");
      assertFails(() -> follower.snapshot("s"), ErrorCode.BAD_REQUEST, "follows another");
      assertFails(source::applier, ErrorCode.BAD_REQUEST, "follows no other");
    }
  }

  @Test
  void formerFollowerDecidesTransactionOfItsSource() throws Exception {
    try (Kernel source = Kernel.open(source().build())) {
      OperationSink sink = source.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      sink.begin();
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 7, 0);
      sink.prepare("t1");
      record(source, 100); // more than a segment
      try (Kernel follower = follower(source)) {
        pump(source, follower);
        assertFails(follower::transactions, ErrorCode.BAD_REQUEST, "follows another");
        assertThat(theirs.seen()).noneMatch(each -> each.detail().startsWith("WRITE"));
      }
    }
    Files.delete(temp.resolve("follower/follower"));
    try (Kernel freed = Kernel.open(followerConfig().build())) {
      assertThat(freed.transactions()).extracting(PreparedTransaction::id).containsExactly("t1");
      freed.decide(TransactionStep.COMMIT, "t1");
      freed.drain();
      assertThat(theirs.seen()).anyMatch(each -> each.detail().equals("WRITE 7"));
    }
  }

  @Test
  void followerRefusesAnotherStore() {
    try (Kernel source = Kernel.open(source().build())) {
      follower(source).close();
      FeedOrigin other = new FeedOrigin(source.storeId() + 1, source.owner());
      assertFails(() -> follower(other), ErrorCode.STORE_FOREIGN, "choose a new directory");
    }
  }

  @Test
  void followerRefusesFramesAfterAHole() {
    try (Kernel source = Kernel.open(source().build());
        Kernel follower = follower(source)) {
      record(source, 5);
      try (FrameSource feed = source.feeds().after(0)) {
        assertThat(feed.next(0)).isNotNull();
        CanonicalFrame second = feed.next(0);
        assertFails(() -> follower.applier().apply(second), ErrorCode.PART_LOST, "LSNs 1 to ");
      }
    }
  }

  @Test
  void followerRefusesSourceThatIsAnOlderCopy() throws Exception {
    try (Kernel source = Kernel.open(source().build());
        Kernel follower = follower(source)) {
      record(source, 5);
      pump(source, follower);
    }
    copyDirectory(temp.resolve("store"), temp.resolve("older"));
    try (Kernel source = Kernel.open(source().build());
        Kernel follower = follower(source)) {
      record(source, 5);
      pump(source, follower);
    }
    KernelConfig.Builder copy =
        KernelConfig.builder(temp.resolve("older"))
            .adapter(RecordingAdapter.config(new RecordingAdapter()));
    try (Kernel older = Kernel.open(copy.acceptLoss().build());
        Kernel follower = follower(older)) {
      record(older, 1);
      assertFails(() -> pump(older, follower), ErrorCode.STORE_FOREIGN, "older copy");
    }
  }

  @Test
  void openFeedKeepsJournalThatIsReleasedOtherwise() {
    try (Kernel source = Kernel.open(source().build())) {
      FrameSource feed = source.feeds().after(0);
      record(source, 200);
      source.drain();
      int frames = 0;
      for (CanonicalFrame frame = feed.next(0); frame != null; frame = feed.next(0)) {
        frames++;
        feed.release(frame.lastLsn());
      }
      assertThat(frames).isGreaterThanOrEqualTo(200);
      feed.close();
    }
    Kernel source = Kernel.open(source().build());
    try (source) {
      assertFails(() -> source.feeds().after(0), ErrorCode.PART_LOST, "begin with a backup");
    }
  }

  @Test
  void feedIsLostWhenJournalGrowsOverItsBudget() {
    KernelConfig config = source().journalBudgetBytes(3 * SEGMENT_BYTES).build();
    try (Kernel source = Kernel.open(config)) {
      FrameSource feed = source.feeds().after(0);
      assertFails(
          () -> {
            while (true) {
              record(source, 10);
              feed.next(0);
            }
          },
          ErrorCode.PART_LOST,
          "journal.budget");
      feed.close();
    }
  }

  @Test
  void journalIsKeptForReaderThatIsAwayDuringRestarts() {
    try (Kernel source = Kernel.open(source().build())) {
      source.feeds().after("away", 0).close();
      record(source, 50);
    }
    try (Kernel source = Kernel.open(source().build())) {
      record(source, 50);
      source.drain();
      assertThat(source.feeds().readers()).containsEntry("away", 0L);
    }
    try (Kernel source = Kernel.open(source().build());
        Kernel follower = follower(source)) {
      pump(source, follower);
      assertThat(theirs.seen()).isEqualTo(ours.seen());
      assertFails(() -> source.feeds().after("a b", 0), ErrorCode.BAD_REQUEST, "'a b'");
    }
  }

  @Test
  void refusesFeedWhenMaximumOfReadersHoldsJournal() {
    try (Kernel source = Kernel.open(source().build())) {
      for (int i = 0; i < 64; i++) {
        source.feeds().after("reader" + i, 0).close();
      }
      source.feeds().after("reader0", 0).close();
      assertFails(() -> source.feeds().after("one-more", 0), ErrorCode.OVERLOADED, "64 readers");
    }
  }

  @Test
  void refusesFeedAfterLastLsn() {
    try (Kernel source = Kernel.open(source().build())) {
      assertFails(() -> source.feeds().after(1_000_000), ErrorCode.STORE_FOREIGN, "older copy");
    }
  }

  // --- the archive ---

  private KernelConfig.Builder archived() {
    return source().archive(new ArchiveConfig(temp.resolve("archive"), Duration.ofMillis(1)));
  }

  private static List<Long> ends(FrameSource feed) {
    List<Long> ends = new ArrayList<>();
    for (CanonicalFrame frame = feed.next(0); frame != null; frame = feed.next(0)) {
      ends.add(frame.lastLsn());
    }
    feed.close();
    return ends;
  }

  private List<Path> pieces(long storeId) throws Exception {
    try (Stream<Path> files = Files.walk(temp.resolve("archive"))) {
      assertThat(storeId).isNotZero();
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Records in three runs, and returns the store's id. */
  private long recordThreeTimes() {
    long id = 0;
    for (int run = 0; run < 3; run++) {
      try (Kernel source = Kernel.open(archived().build())) {
        record(source, 50);
        id = source.storeId();
      }
    }
    return id;
  }

  @Test
  void archiveHoldsWholeHistoryAfterJournalIsReleased() throws Exception {
    long id = recordThreeTimes();
    List<Long> archived = ends(Archive.of(temp.resolve("archive"), id).after(0));
    assertThat(archived).hasSizeGreaterThanOrEqualTo(150).isSorted().doesNotHaveDuplicates();
    Kernel source = Kernel.open(archived().build());
    try (source) {
      record(source, 5);
      assertThat(source.status().journalBytes()).isLessThan(10 * SEGMENT_BYTES);
      try (FrameSource feed = source.feeds().after(0)) {
        assertThat(feed.next(0)).isNotNull();
        assertThat(feed.endLsn()).isEqualTo(source.status().durableLsn()); // not the archive's
      }
      assertThat(ends(source.feeds().after(0))).startsWith(archived.toArray(new Long[0]));
      try (Kernel follower = follower(source)) {
        pump(source, follower);
        assertThat(theirs.seen()).isEqualTo(ours.seen());
      }
    }
  }

  @Test
  void archiveReportsDamagedAndMissingFiles() throws Exception {
    long id = recordThreeTimes();
    Archive archive = Archive.of(temp.resolve("archive"), id);
    List<Path> pieces = pieces(id);
    assertThat(pieces).hasSizeGreaterThanOrEqualTo(3);
    byte[] bytes = Files.readAllBytes(pieces.get(1));
    byte[] changed = bytes.clone();
    changed[changed.length / 2] ^= 1;
    Files.write(pieces.get(1), changed);
    assertFails(() -> ends(archive.after(0)), ErrorCode.STORE_CORRUPT, "" + pieces.get(1));
    Files.delete(pieces.get(1));
    assertFails(() -> ends(archive.after(0)), ErrorCode.PART_LOST, "the archive lacks LSNs");
  }

  @Test
  void recordingContinuesWhileArchiveCannotBeWritten() throws Exception {
    Path archive = temp.resolve("archive");
    Files.writeString(archive, "in the way");
    try (Kernel source = Kernel.open(archived().build())) {
      record(source, 20);
      source.drain();
      while (source.feeds().archiveStatus().orElseThrow().failure().isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(source.feeds().archiveStatus().orElseThrow().failure()).contains("archive");
    }
    Files.delete(archive);
    long id;
    try (Kernel source = Kernel.open(archived().build())) {
      id = source.storeId();
    }
    assertThat(ends(Archive.of(archive, id).after(0))).hasSizeGreaterThanOrEqualTo(20);
  }
}
