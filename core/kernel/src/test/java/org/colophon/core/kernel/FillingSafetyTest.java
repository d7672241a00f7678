// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterRunner;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.fanout.FanoutConfig;
import org.colophon.core.fanout.Filling;
import org.colophon.core.files.CheckedText;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.threads.BackgroundThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that records survive while adapters are filled, stopped or interrupted. */
@Timeout(60)
class FillingSafetyTest extends KernelFixture {
  private static final int MANY = 300;

  private static final class Readable extends RecordingAdapter {
    @Override
    public Set<StorageCapability> capabilities() {
      return Set.of(StorageCapability.READ, StorageCapability.DURABLE);
    }

    @Override
    public LineageReader reader() {
      return EmptyReader.atLsn(heldLsn());
    }
  }

  private final Readable old = new Readable();
  private final Readable late = new Readable();

  private Path store() {
    return temp.resolve("store");
  }

  private KernelConfig.Builder store(Readable... adapters) {
    KernelConfig.Builder builder = KernelConfig.builder(store()).segmentBytes(1024);
    for (Readable each : adapters) {
      builder.adapter(new AdapterConfig(each == old ? "old" : "late", each, Map.of()));
    }
    return builder;
  }

  private static Kernel open(KernelConfig.Builder builder) {
    return Kernel.open(builder.build());
  }

  /** Records each path in a frame of its own. */
  private static void record(Kernel kernel, int first, int count) {
    OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
    for (int i = first; i < first + count; i++) {
      sink.objectAt(Bytes.of("/" + i), ObjectKind.FILE, 0);
      sink.awaitDurable(sink.flush());
    }
  }

  private static List<String> pathsIn(RecordingAdapter adapter) {
    return adapter.seen(RecordType.BIND).stream().map(RecordingAdapter.Seen::detail).toList();
  }

  private static AdapterState stateOf(Kernel kernel, String name) {
    return kernel.status().adapters().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow()
        .state();
  }

  private static Thread closing(Kernel kernel) {
    Thread thread = new Thread(kernel::close, "closing");
    thread.start();
    return thread;
  }

  /** Waits until an adapter waits for a permit. */
  private static void awaitStuck(RecordingAdapter adapter) {
    while (!adapter.permits.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
  }

  /** Waits until one adapter has ended, and the closing kernel waits for another. */
  private static void awaitEndOf(Kernel kernel, String name, AdapterState end, Thread closing) {
    while (stateOf(kernel, name) != end || closing.getState() != Thread.State.WAITING) {
      assertThat(closing.isAlive()).as("thread that closes the kernel still runs").isTrue();
      Thread.onSpinWait();
    }
  }

  @Test
  void neverReleasesJournalWhileAFillEnds() {
    Journal journal = Journal.open(JournalConfig.at(temp), cause -> {});
    try {
      journal.writeFrame(1, 1, 1, false);
      journal.accounted(1, true);
      for (int i = 0; i < MANY; i++) {
        AdapterRunner runner =
            new AdapterRunner(
                "late",
                new Readable(),
                journal,
                FanoutConfig.DEFAULT,
                new BackgroundThreads(),
                1,
                1,
                0);
        runner.startFilling(new Filling("old", EmptyReader.atLsn(1), null, 1, 0, temp));
        while (runner.isFilling()) {
          assertThat(runner.neededFromLsn()).isEqualTo(1);
        }
        runner.stop();
        runner.join();
      }
    } finally {
      journal.close();
    }
  }

  @Test
  void feedsACompleteAdapterWhileTheFirstIsFilled() throws Exception {
    try (Kernel kernel = open(store(old))) {
      record(kernel, 0, 10);
    }
    FanoutConfig hasty = new FanoutConfig(200, 5_000, 10, 20, 0);
    late.permits.drainPermits();
    Kernel kernel = open(store(late, old).fanout(hasty));
    old.permits.drainPermits();
    record(kernel, 10, 10);
    late.death = new IllegalStateException("dead"); // so that the fill cannot succeed
    late.permits.release(MANY);
    Thread closing = closing(kernel);
    awaitEndOf(kernel, "late", AdapterState.FAILED, closing);
    old.permits.release(MANY);
    closing.join();
    assertThat(pathsIn(old)).hasSize(20);
  }

  @Test
  void feedsOthersForALimitedTimeWhenClosedAndResumesLater() throws Exception {
    FanoutConfig hasty = new FanoutConfig(200, 5_000, 10, 20, 0);
    Kernel kernel = open(store(old, late).fanout(hasty));
    kernel.drain();
    late.permits.drainPermits();
    record(kernel, 0, 1);
    awaitStuck(late); // else its first batch may have all frames
    record(kernel, 1, 19);
    Thread closing = closing(kernel);
    awaitEndOf(kernel, "old", AdapterState.STOPPED, closing);
    late.permits.release(MANY);
    closing.join();
    assertThat(pathsIn(old)).hasSize(20);
    assertThat(pathsIn(late)).hasSizeLessThan(20);
    try (Kernel again = open(store(old, late))) {
      assertThat(stateOf(again, "late")).isNotEqualTo(AdapterState.FILLING);
      again.drain();
      assertThat(pathsIn(late)).isEqualTo(pathsIn(old));
    }
  }

  @Test
  void failsTheKernelRatherThanAbandonTheFillSource() throws Exception {
    try (Kernel kernel = open(store(old))) {
      record(kernel, 0, 10);
    }
    late.permits.drainPermits();
    Kernel kernel = open(store(old, late).journalBudgetBytes(4096));
    try {
      old.permits.drainPermits();
      assertThatThrownBy(
              () -> {
                for (int i = 10; stateOf(kernel, "old") != AdapterState.FAILED; i += 10) {
                  record(kernel, i, 10);
                }
              })
          .hasFieldOrPropertyWithValue("code", ErrorCode.KERNEL_FAILED);
      assertThat(kernel.status().failure()).contains("no other adapter has its records");
      assertThat(stateOf(kernel, "old")).isNotEqualTo(AdapterState.FAILED);
    } finally {
      late.permits.release(Integer.MAX_VALUE / 2);
      old.permits.release(Integer.MAX_VALUE / 2);
      kernel.close();
    }
  }

  private void deleteSegment(int place) throws IOException {
    try (Stream<Path> files = Files.list(store().resolve("journal"))) {
      List<Path> segments = files.sorted().toList();
      assertThat(segments).hasSizeGreaterThan(place + 2);
      Files.delete(segments.get(place));
    }
  }

  @Test
  void fillsAnAdapterAcrossLossInTheMiddleOfTheJournal() throws Exception {
    open(store(old, late)).close();
    try (Kernel kernel = open(store(old))) {
      record(kernel, 0, 100);
    }
    deleteSegment(2);
    late.permits.drainPermits();
    try (Kernel kernel = open(store(old, late))) {
      AdapterState state = stateOf(kernel, "late");
      late.permits.release(MANY);
      assertThat(state).isEqualTo(AdapterState.FILLING);
      kernel.drain();
      assertThat(stateOf(kernel, "late")).isNotEqualTo(AdapterState.FAILED);
    }
  }

  @Test
  void opensWhenNoAdapterHoldsRecordsLostFromTheJournal() throws Exception {
    old.death = new IllegalStateException("dead");
    try (Kernel kernel = open(store(old))) {
      record(kernel, 0, 100);
    }
    deleteSegment(2);
    old.death = null;
    try (Kernel kernel = open(store(old))) {
      kernel.drain();
      assertThat(pathsIn(old)).contains("/0", "/99").hasSizeLessThan(100);
      assertThat(old.seen(RecordType.GAP)).hasSize(1);
    }
  }

  /** Writes records to the journal only, and loses its start. */
  private void loseBegin() throws IOException {
    old.death = new IllegalStateException("dead");
    late.death = old.death;
    try (Kernel kernel = open(store(old, late))) {
      record(kernel, 0, 100);
    }
    deleteSegment(0);
    deleteSegment(0);
    old.death = null;
    late.death = null;
  }

  @Test
  void rejectsAnAdapterThatCannotBeFilledAnyLonger() throws Exception {
    loseBegin();
    assertThatThrownBy(() -> open(store(old, late)))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("colophon adapters accept-loss old");
    assertThat(pathsIn(old)).isEmpty();
  }

  @Test
  void continuesWithAGapWhenLossIsAccepted() throws Exception {
    loseBegin();
    try (Kernel kernel = open(store(old, late).acceptLoss())) {
      kernel.drain();
      assertThat(pathsIn(old)).contains("/99").doesNotContain("/0");
      assertThat(old.seen(RecordType.GAP)).hasSize(1);
      assertThat(old.seen(RecordType.GAP).get(0).detail()).startsWith("JOURNAL_DAMAGE ");
    }
    try (Kernel kernel = open(store(old, late))) {
      kernel.drain();
      assertThat(kernel.status().adapters())
          .extracting(AdapterStatus::state)
          .doesNotContain(AdapterState.FAILED);
    }
  }

  @Test
  void losesNothingWhenLossIsAcceptedButAbsent() {
    try (Kernel kernel = open(store(old).acceptLoss())) {
      record(kernel, 0, 10);
    }
    try (Kernel kernel = open(store(old).acceptLoss())) {
      kernel.drain();
      assertThat(pathsIn(old)).hasSize(10);
      assertThat(old.seen(RecordType.GAP)).isEmpty();
    }
  }

  private void writeList(String from, String to) throws IOException {
    Path list = store().resolve("adapters");
    String text = CheckedText.open(Files.readString(list));
    assertThat(text).contains(from);
    Files.writeString(list, text.replace(from, to));
  }

  private void assertListIsRefused() {
    assertThatThrownBy(() -> AttachedAdapters.of(store()))
        .satisfies(
            thrown ->
                assertThat(((ColophonException) thrown).code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }

  @Test
  void rejectsAListOfForeignOrInvalidDirectories() throws Exception {
    open(store(old, late)).close();
    Path outside = Files.createDirectory(temp.resolve("outside"));
    String good = CheckedText.open(Files.readString(store().resolve("adapters")));
    writeList("late", "../outside");
    assertThatThrownBy(() -> AttachedAdapters.detach(store(), "../outside"))
        .hasFieldOrPropertyWithValue("code", ErrorCode.STORE_CORRUPT);
    assertThat(outside).exists();
    assertListIsRefused();
    for (String name : List.of("journal", "", ".", "a\u001bb")) {
      Files.writeString(store().resolve("adapters"), good.replace("late", name));
      assertListIsRefused();
    }
    for (long held : List.of(-1L, Long.MAX_VALUE, Long.MAX_VALUE - 10)) {
      Files.writeString(
          store().resolve("adapters"), good.replaceAll("late.held=.*", "late.held=" + held));
      assertListIsRefused();
    }
    Files.write(store().resolve("adapters"), "\u00e9=1".getBytes(StandardCharsets.ISO_8859_1));
    assertListIsRefused();
  }

  @Test
  void keepsAdapterListedWhileItsEngineIsMissing() throws Exception {
    open(store(old, late)).close();
    writeList("late.engine=recording", "late.engine=gone");
    try (Kernel kernel = open(store(old))) {
      record(kernel, 0, 1);
    }
    assertThat(AttachedAdapters.of(store()))
        .extracting(AttachedAdapter::engine)
        .containsExactly("recording", "gone");
    AttachedAdapters.detach(store(), "late");
    assertThat(AttachedAdapters.of(store())).hasSize(1);
  }
}
