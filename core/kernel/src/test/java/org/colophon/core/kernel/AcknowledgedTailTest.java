// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the end of a journal after a kill: acknowledged records that are lost become a gap. */
@Timeout(60)
class AcknowledgedTailTest extends KernelFixture {
  private long acknowledgedLsn;

  /** Returns a copy of the store as a kill right after an acknowledgement would leave it. */
  private Path killed() throws IOException {
    Path copy = temp.resolve("killed");
    try (Kernel kernel = Kernel.open(config(new RecordingAdapter()).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      for (int i = 0; i < 20; i++) {
        sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
        acknowledgedLsn = sink.flush();
        sink.awaitDurable(acknowledgedLsn); // one frame per record
      }
      copyDirectory(temp.resolve("store"), copy);
    }
    return copy;
  }

  private static Path lastSegment(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store.resolve("journal"))) {
      return files.sorted().reduce((first, second) -> second).orElseThrow();
    }
  }

  private static void flipBit(Path file, long fromEnd) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) (bytes.length - fromEnd)] ^= 1;
    Files.write(file, bytes);
  }

  private static void cut(Path file, long bytes) throws IOException {
    byte[] all = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(all, (int) (all.length - bytes)));
  }

  /** Opens the copy twice: the second opening must not report the loss again. */
  private List<RecordingAdapter.Seen> gapsOf(Path store) {
    RecordingAdapter adapter = new RecordingAdapter();
    for (int start = 0; start < 2; start++) {
      KernelConfig.Builder config = KernelConfig.builder(store);
      config.adapter(RecordingAdapter.config(adapter));
      try (Kernel kernel = Kernel.open(config.build())) {
        assertThat(file(kernel.newSink("test", KEEP_ALL), "/g" + start)).isPositive();
        assertThat(kernel.lastLsn()).isGreaterThanOrEqualTo(acknowledgedLsn);
      }
    }
    return adapter.seen(RecordType.GAP);
  }

  @Test
  void recordsNoGapWhenNothingIsDamaged() throws IOException {
    assertThat(gapsOf(killed())).isEmpty();
  }

  @Test
  void recordsNoGapWhenUnfinishedFrameFollowsAcknowledgedOnes() throws IOException {
    Path store = killed();
    byte[] start = Arrays.copyOfRange(Files.readAllBytes(lastSegment(store)), 32, 80);
    Files.write(lastSegment(store), start, StandardOpenOption.APPEND);

    assertThat(gapsOf(store)).isEmpty();
  }

  @Test
  void recordsGapWhenLastAcknowledgedFrameIsDamaged() throws IOException {
    Path store = killed();
    flipBit(lastSegment(store), 1);

    assertThat(gapsOf(store)).hasSize(1);
  }

  @Test
  void recordsGapWhenHeaderOfLastAcknowledgedFrameIsDamaged() throws IOException {
    Path store = killed();
    int frameBytes = 64 + 1;
    flipBit(lastSegment(store), frameBytes + 4);

    assertThat(gapsOf(store)).hasSize(1);
  }

  @Test
  void recordsGapWhenAcknowledgedFramesAreCutOff() throws IOException {
    Path store = killed();
    cut(lastSegment(store), 200);

    assertThat(gapsOf(store)).hasSize(1);
  }

  @Test
  void recordsGapWhenTailIsCutOffAndMarkIsLost() throws IOException {
    Path store = killed();
    Files.delete(store.resolve("synced"));
    cut(lastSegment(store), 1);

    assertThat(gapsOf(store)).hasSize(1);
  }

  @Test
  void recordsNoGapWhenOnlyMarkIsLost() throws IOException {
    Path store = killed();
    Files.delete(store.resolve("synced"));

    assertThat(gapsOf(store)).isEmpty();
  }

  @Test
  void usesOlderSlotWhenNewestSlotOfMarkIsDamaged() throws IOException {
    Path store = killed();
    byte[] mark = Files.readAllBytes(store.resolve("synced"));
    for (int slot = 0; slot < 2; slot++) {
      byte[] damaged = mark.clone();
      damaged[slot * 64 + 20] ^= 1;
      Files.write(store.resolve("synced"), damaged);
      Path copy = temp.resolve("slot" + slot);
      copyDirectory(store, copy);
      cut(lastSegment(copy), 200);

      assertThat(gapsOf(copy)).as("slot %d", slot).hasSize(1);
    }
  }

  @Test
  void refusesStoreWithoutJournalUntilLossIsAccepted() throws IOException {
    Path store = killed();
    FileTree.delete(store.resolve("journal"));
    RecordingAdapter adapter = new RecordingAdapter();
    KernelConfig.Builder config = KernelConfig.builder(store);
    config.adapter(RecordingAdapter.config(adapter));

    assertThatThrownBy(() -> Kernel.open(config.build()))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PART_LOST))
        .hasMessageContaining("LSNs 1 to " + acknowledgedLsn + " are lost")
        .hasMessageContaining("colophon adapters accept-loss recording");

    try (Kernel kernel = Kernel.open(config.acceptLoss().build())) {
      kernel.drain();
      assertThat(kernel.lastLsn()).isGreaterThan(acknowledgedLsn);
    }
    assertThat(adapter.seen(RecordType.GAP))
        .singleElement()
        .satisfies(gap -> assertThat(gap.detail()).isEqualTo("JOURNAL_DAMAGE " + acknowledgedLsn));
  }
}
