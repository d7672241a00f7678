package org.colophon.storage.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.BeforeTry;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RandomHistory;
import org.colophon.testing.contract.StoreDump;

/**
 * Tests that random histories in random transactions, with adapters closed and opened in between,
 * give the same answers as the reference adapter.
 */
class Neo4jStorageAdapterProperties {
  private static SharedStore store;
  private StorageAdapter adapter;

  @BeforeContainer
  static void openStore() {
    store = new SharedStore(Map.of("batch-operations", "20"));
  }

  @AfterContainer
  static void closeStore() {
    store.close();
  }

  @BeforeTry
  void clearStore() {
    store.clear();
  }

  @AfterTry
  void closeAdapter() {
    adapter.close();
  }

  @Provide
  Arbitrary<RandomHistory> suppressed() {
    return RandomHistory.of(RandomHistory.Style.SUPPRESSED);
  }

  @Provide
  Arbitrary<RandomHistory> unsuppressed() {
    return RandomHistory.of(RandomHistory.Style.UNSUPPRESSED);
  }

  @Property(tries = 8)
  void answersLikeReferenceWhenSuppressed(
      @ForAll("suppressed") RandomHistory history, @ForAll long seed) {
    play(history, new Random(seed));
    try (StorageAdapter reference = reference(history);
        LineageReader expected = reference.reader();
        LineageReader actual = adapter.reader()) {
      assertThat(StoreDump.of(actual, history)).isEqualTo(StoreDump.of(expected, history));
    }
  }

  @Property(tries = 8)
  void answersLikeReferenceWhenUnsuppressed(
      @ForAll("unsuppressed") RandomHistory history, @ForAll long seed) {
    play(history, new Random(seed));
    try (StorageAdapter reference = reference(history);
        LineageReader expected = reference.reader();
        LineageReader actual = adapter.reader()) {
      assertThat(StoreDump.of(actual, history)).isEqualTo(StoreDump.of(expected, history));
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
    reopen();
    for (RecordBatch batch : history.batches()) {
      adapter.append(batch);
      switch (random.nextInt(12)) {
        case 0, 1 -> adapter.flush();
        case 2 -> adapter.sync();
        case 3 -> {
          adapter.close();
          reopen();
          assertThat(adapter.heldLsn()).isEqualTo(batch.lastLsn());
        }
        case 4 -> StoreDump.of(adapter.reader(), history);
        default -> {}
      }
    }
    adapter.flush();
  }

  private void reopen() {
    adapter = store.open();
  }
}
