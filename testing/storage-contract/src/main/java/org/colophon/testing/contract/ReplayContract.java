// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.rebuild.HistoryReplay;
import org.colophon.core.rebuild.ReplayRequest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.jspecify.annotations.Nullable;

/**
 * Tests that a store that was filled by a replay answers like the original: after a complete
 * replay, after a resumed one, and after the original's remaining records.
 */
public abstract class ReplayContract {
  /** Limits small enough to spill, merge and split everything. */
  private static final ReplayRequest.Limits TINY = new ReplayRequest.Limits(7, 1 << 20, 5);

  private Path directory;
  private StorageAdapter source;
  private StorageAdapter target;

  /** Returns an adapter under test that is not open yet. */
  protected abstract StorageAdapter create(StorageConfig config);

  private static Path temporary() {
    try {
      return Files.createTempDirectory("replay");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeTry
  void createStores() {
    directory = temporary();
    source = create(StorageConfig.at(directory.resolve("source")));
    source.open();
    target = new AssertingStorageAdapter(create(StorageConfig.at(directory.resolve("target"))));
    target.open();
  }

  @AfterTry
  void removeStores() throws IOException {
    source.close();
    target.close();
    FileTree.delete(directory);
  }

  @Provide
  Arbitrary<RandomHistory> histories() {
    return Arbitraries.of(RandomHistory.Style.values()).flatMap(RandomHistory::of);
  }

  private void record(RandomHistory history) {
    history.batches().forEach(source::append);
    source.flush();
  }

  private long replay(@Nullable LineageReader known, long afterLsn, long upToLsn, long operations) {
    ReplayRequest request =
        new ReplayRequest(
            source.reader(),
            known,
            afterLsn,
            upToLsn,
            operations,
            directory.resolve("scratch"),
            TINY);
    long sum = 0;
    try (HistoryReplay replay = new HistoryReplay(request, () -> false)) {
      long last = afterLsn;
      for (RecordBatch batch = replay.next(); batch != null; batch = replay.next()) {
        assertThat(batch.firstLsn()).isEqualTo(last + 1);
        last = batch.lastLsn();
        sum += batch.operations();
        target.append(batch);
      }
      assertThat(last).isEqualTo(Math.max(afterLsn, upToLsn));
      assertThat(replay.done()).isEqualTo(replay.total());
    }
    assertThat(directory.resolve("scratch")).satisfies(each -> assertThat(left(each)).isZero());
    target.flush();
    return sum;
  }

  private static long left(Path scratch) throws IOException {
    if (!Files.exists(scratch)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(scratch)) {
      return files.count();
    }
  }

  /** Returns all answers except those about times, and except suggested names. */
  private static List<String> comparable(LineageReader reader, RandomHistory history) {
    return StoreDump.of(reader, history).stream()
        .filter(line -> !line.startsWith("time of ") && !line.startsWith("lsn at "))
        .filter(line -> !line.startsWith("suggested: "))
        .toList();
  }

  private void assertEqualAnswers(RandomHistory history) {
    assertThat(comparable(target.reader(), history))
        .containsExactlyElementsOf(comparable(source.reader(), history));
  }

  @Property(tries = 4)
  void answersLikeTheSourceWhenReplayedIntoAnEmptyStore(
      @ForAll("histories") RandomHistory history) {
    record(history);
    long operations = source.reader().statistics().operations();
    long upToLsn = history.lastLsn();
    assertThat(replay(null, 0, upToLsn, operations)).isEqualTo(upToLsn == 0 ? 0 : operations);
    assertEqualAnswers(history);
  }

  @Property(tries = 1)
  void keepsTheTimesOfRemainingRecords() {
    RandomHistory none = new RandomHistory(0, 0, RandomHistory.Style.NAMES);
    record(none);
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "cc").file(1, "/a.c").open(OperationKind.READ, 1, 1, 5);
    history.access(OperationKind.WRITE, 1, 1, 7).cut(1, 1).link(LinkKind.FORK, 1, 1);
    history.derivation(1, 1, 1).interval(AccessMode.READ, 1, 1, 3, 4, 2, 9).snapshot("s");
    history.gap(1, GapCause.UNKNOWN_CALL, 1).extended(1, 1, "x", Bytes.of("y")).exit(1, 0);
    source.append(history.build());
    source.flush();
    long lastLsn = history.lastLsn();
    replay(null, 0, lastLsn, source.reader().statistics().operations());
    for (long lsn = 1; lsn <= lastLsn; lsn++) {
      assertThat(target.reader().timeAt(lsn)).isEqualTo(source.reader().timeAt(lsn));
      long time = RecordBatchBuilder.timeOf(lsn);
      assertThat(target.reader().lsnAt(time)).isEqualTo(source.reader().lsnAt(time));
    }
    assertEqualAnswers(none);
  }

  /** Stores distinguish a limited number of changes of one LSN. */
  @Property(tries = 1)
  void keepsAllNamesOfALargeDirectoryThatMovedOntoAnother() {
    int files = 400;
    RandomHistory none = new RandomHistory(0, 0, RandomHistory.Style.NAMES);
    record(none);
    RecordBatchBuilder history = new RecordBatchBuilder();
    for (int i = 1; i <= files; i++) {
      history.file(i, "/w/a/" + i);
    }
    history.file(files + 1, "/w/b").rename(0, "/w/a", "/w/b");
    source.append(history.build());
    source.flush();
    long lastLsn = history.lastLsn();
    replay(null, 0, lastLsn, source.reader().statistics().operations());
    LineageReader reader = target.reader();
    for (int i = 1; i <= files; i++) {
      assertThat(reader.resolve(Bytes.of("/w/b/" + i), lastLsn)).isEqualTo(i);
      assertThat(reader.resolve(Bytes.of("/w/a/" + i), lastLsn)).isZero();
    }
    List<Long> found = new ArrayList<>();
    reader.under(Bytes.of("/w"), lastLsn, (path, object) -> found.add(object));
    reader.under(Bytes.of("/w/b"), lastLsn, (path, object) -> found.add(object));
    assertThat(found).hasSize(2 * files);
  }

  @Property(tries = 4)
  void answersLikeTheSourceWhenReplayContinues(
      @ForAll("histories") RandomHistory history,
      @ForAll @IntRange(min = 0, max = 99) int percent,
      @ForAll boolean isKnown) {
    record(history);
    List<RecordBatch> batches = history.batches();
    int first = batches.size() * percent / 100;
    batches.subList(0, first).forEach(target::append);
    target.flush();
    long afterLsn = target.reader().visibleLsn();
    long operations =
        source.reader().statistics().operations() - target.reader().statistics().operations();
    replay(isKnown ? target.reader() : null, afterLsn, history.lastLsn(), operations);
    assertEqualAnswers(history);
  }

  @Property(tries = 4)
  void answersLikeSourceAfterReplayAndRemainingBatches(
      @ForAll("histories") RandomHistory history,
      @ForAll @IntRange(min = 0, max = 99) int percent) {
    record(history);
    List<RecordBatch> batches = history.batches();
    int first = batches.size() * percent / 100;
    if (first > 0) {
      List<RecordBatch> before = batches.subList(0, first);
      long operations = before.stream().mapToLong(RecordBatch::operations).sum();
      replay(null, 0, before.get(first - 1).lastLsn(), operations);
    }
    batches.subList(first, batches.size()).forEach(target::append);
    target.flush();
    assertEqualAnswers(history);
  }
}
