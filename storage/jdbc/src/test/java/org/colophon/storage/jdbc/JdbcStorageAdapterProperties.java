package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import org.colophon.core.files.FileTree;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RandomHistory;
import org.colophon.testing.contract.StoreDump;

/**
 * Tests that random histories, written and reopened at random times, give the same answers as the
 * reference adapter.
 */
class JdbcStorageAdapterProperties {
  private final Path directory = temporary();
  private StorageConfig config;
  private StorageAdapter adapter;

  private static Path temporary() {
    try {
      return Files.createTempDirectory("jdbc-properties");
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

  @Property(tries = 4)
  void answersLikeReferenceWhenSuppressed(
      @ForAll("suppressed") RandomHistory history, @ForAll long seed) {
    play(new JdbcStorageAdapterFactory(), history, new Random(seed));
    assertSame(history);
  }

  @Property(tries = 4)
  void answersLikeReferenceWhenUnsuppressed(
      @ForAll("unsuppressed") RandomHistory history, @ForAll long seed) {
    play(new JdbcStorageAdapterFactory(), history, new Random(seed));
    assertSame(history);
  }

  @Property(tries = 4)
  void answersLikeReferenceWhenNamesMove(
      @ForAll("names") RandomHistory history, @ForAll long seed) {
    play(new JdbcStorageAdapterFactory(), history, new Random(seed));
    assertSameNames(history);
  }

  @Property(tries = 2)
  void answersLikeReferenceOnPostgres(
      @ForAll("suppressed") RandomHistory history, @ForAll long seed) {
    play(new PostgresFactory(), history, new Random(seed));
    assertSame(history);
  }

  @Property(tries = 2)
  void answersLikeReferenceOnPostgresWhenNamesMove(
      @ForAll("names") RandomHistory history, @ForAll long seed) {
    play(new PostgresFactory(), history, new Random(seed));
    assertSameNames(history);
  }

  private void assertSame(RandomHistory history) {
    try (StorageAdapter reference = reference(history);
        LineageReader expected = reference.reader();
        LineageReader actual = adapter.reader()) {
      List<String> lines = StoreDump.of(expected, history);
      assertThat(StoreDump.of(actual, history)).isEqualTo(lines);
    }
  }

  private void assertSameNames(RandomHistory history) {
    try (StorageAdapter reference = reference(history);
        LineageReader expected = reference.reader();
        LineageReader actual = adapter.reader()) {
      List<String> lines = StoreDump.ofNames(expected, history);
      assertThat(StoreDump.ofNames(actual, history)).isEqualTo(lines);
    }
  }

  private static StorageAdapter reference(RandomHistory history) {
    StorageAdapter reference =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
    reference.open();
    history.batches().forEach(reference::append);
    return reference;
  }

  private void play(StorageAdapterFactory factory, RandomHistory history, Random random) {
    // A new name each time: the server keeps the content of earlier tries, even with the same seed.
    Path store = directory.resolve("store-" + UUID.randomUUID());
    config = new StorageConfig(store, Map.of("batch-operations", "20"));
    reopen(factory);
    for (RecordBatch batch : history.batches()) {
      adapter.append(batch);
      switch (random.nextInt(24)) {
        case 0, 1, 2, 3 -> adapter.flush();
        case 4 -> adapter.sync();
        case 5 -> {
          adapter.close();
          reopen(factory);
          assertThat(adapter.heldLsn()).isEqualTo(batch.lastLsn());
        }
        default -> {}
      }
    }
    adapter.flush();
  }

  private void reopen(StorageAdapterFactory factory) {
    adapter = factory.create(config);
    adapter.open();
  }
}
