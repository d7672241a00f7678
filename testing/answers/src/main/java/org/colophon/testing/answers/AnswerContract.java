// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.answers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.question.RecordQuestions.TouchedQuestion;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.FilteredReader;
import org.colophon.testing.contract.RandomHistory;
import org.colophon.testing.contract.StoreDump;

/**
 * Tests that an adapter answers like the reference adapter on random histories, which it flushed,
 * synced, closed and opened at random times: with the same facts, also in views up to an LSN, and
 * with the same bytes to each question. A module's test extends this with its adapter, and sets the
 * number of histories with {@link net.jqwik.api.PropertyDefaults}.
 */
public abstract class AnswerContract {
  private static final int QUESTIONS = 32;
  private static final int VIEWS = 2;

  private Path directory;
  private StorageAdapter adapter;

  /** Returns a new adapter of the store in a directory. It is not open yet. */
  protected abstract StorageAdapter create(Path directory);

  @BeforeTry
  void openStore() throws IOException {
    directory = Files.createTempDirectory("answers");
    adapter = open();
  }

  @AfterTry
  void removeStore() throws IOException {
    adapter.close();
    FileTree.delete(directory);
  }

  @Provide
  Arbitrary<RandomHistory> suppressed() {
    return RandomHistory.of(RandomHistory.Style.SUPPRESSED);
  }

  @Provide
  Arbitrary<RandomHistory> unsuppressed() {
    return RandomHistory.of(RandomHistory.Style.UNSUPPRESSED);
  }

  @Provide
  Arbitrary<RandomHistory> names() {
    return RandomHistory.of(RandomHistory.Style.NAMES);
  }

  @Property
  void answersLikeReferenceWhenSuppressed(
      @ForAll("suppressed") RandomHistory history, @ForAll long seed) {
    assertSameAnswers(history, seed);
  }

  @Property
  void answersLikeReferenceWhenUnsuppressed(
      @ForAll("unsuppressed") RandomHistory history, @ForAll long seed) {
    assertSameAnswers(history, seed);
  }

  @Property
  void answersLikeReferenceWhenNamesMove(
      @ForAll("names") RandomHistory history, @ForAll long seed) {
    play(history, new Random(seed));
    try (StorageAdapter reference = reference(history)) {
      assertThat(StoreDump.ofNames(adapter.reader(), history))
          .isEqualTo(StoreDump.ofNames(reference.reader(), history));
    }
  }

  private void assertSameAnswers(RandomHistory history, long seed) {
    Random random = new Random(seed);
    play(history, random);
    try (StorageAdapter reference = reference(history)) {
      LineageReader expected = reference.reader();
      LineageReader actual = adapter.reader();
      LineageReader scan = actual.forScan();
      List<String> facts = StoreDump.of(expected, history);
      assertThat(StoreDump.of(actual, history)).isEqualTo(facts);
      if (scan != actual) {
        assertThat(StoreDump.of(scan, history)).isEqualTo(facts);
      }
      for (int i = 0; i < VIEWS; i++) {
        long lsn = random.nextInt((int) history.lastLsn() + 2);
        List<String> before = StoreDump.of(FilteredReader.of(expected, lsn), history);
        assertThat(StoreDump.of(actual.until(lsn), history)).as("until %d", lsn).isEqualTo(before);
        if (scan != actual) {
          assertThat(StoreDump.of(scan.until(lsn), history)).as("until %d", lsn).isEqualTo(before);
        }
      }
      LineageReader filtered = FilteredReader.of(expected, Lsn.LATEST);
      LineageReader withoutViews = FilteredReader.withoutViews(expected);
      for (RandomQuestion each : RandomQuestion.about(history, random, QUESTIONS)) {
        // As of an LSN, a run has only the processes that were started by then.
        boolean isOfRun = each.type() == TouchedQuestion.class;
        String answer = each.answer(isOfRun ? filtered : withoutViews);
        assertThat(each.answer(expected)).as("%s", each).isEqualTo(answer);
        assertThat(each.answer(actual)).as("%s", each).isEqualTo(answer);
      }
    }
  }

  private static StorageAdapter reference(RandomHistory history) {
    StorageAdapter reference =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
    reference.open();
    history.batches().forEach(reference::append);
    return reference;
  }

  private void play(RandomHistory history, Random random) {
    for (RecordBatch batch : history.batches()) {
      adapter.append(batch);
      switch (random.nextInt(24)) {
        case 0, 1 -> adapter.flush();
        case 2 -> adapter.sync();
        case 3 -> {
          adapter.close();
          adapter = open();
          assertThat(adapter.heldLsn()).isEqualTo(batch.lastLsn());
        }
        case 4 -> StoreDump.ofNames(adapter.reader(), history); // fills caches
        default -> {}
      }
    }
    adapter.flush();
  }

  private StorageAdapter open() {
    StorageAdapter opened = create(directory.resolve("store"));
    opened.open();
    return opened;
  }
}
