package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import org.colophon.core.files.FileTree;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RandomHistory;
import org.colophon.testing.contract.StoreDump;

/**
 * Tests that random histories, sealed and reopened at random times, give the same answers as the
 * reference adapter.
 */
class RocksDbStorageAdapterProperties {
  private final Path directory = temporary();
  private final StorageConfig config =
      new StorageConfig(directory.resolve("store"), Map.of("buffer-operations", "20"));
  private StorageAdapter adapter;

  private static Path temporary() {
    try {
      return Files.createTempDirectory("rocksdb-properties");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterTry
  void removeStore() throws IOException {
    if (adapter != null) {
      adapter.close();
    }
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
      List<String> lines = StoreDump.of(expected, history);
      assertThat(StoreDump.of(actual, history)).isEqualTo(lines);
      assertThat(StoreDump.of(actual.forScan(), history)).isEqualTo(lines);
    }
  }

  @Property(tries = 15)
  void answersLikeReferenceWhenNamesMove(
      @ForAll("names") RandomHistory history, @ForAll long seed) {
    play(history, new Random(seed));
    try (StorageAdapter reference = reference(history);
        LineageReader expected = reference.reader();
        LineageReader actual = adapter.reader()) {
      assertThat(StoreDump.ofNames(actual, history))
          .isEqualTo(StoreDump.ofNames(expected, history));
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
        default -> {}
      }
    }
    adapter.flush();
  }

  private void reopen() {
    adapter = new RocksDbStorageAdapterFactory().create(config);
    adapter.open();
  }
}
