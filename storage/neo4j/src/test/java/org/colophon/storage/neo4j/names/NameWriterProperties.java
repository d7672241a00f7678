// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.BeforeTry;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RandomHistory;
import org.colophon.testing.contract.StoreDump;
import org.neo4j.graphdb.Transaction;

/** Tests that names that change at random, in random transactions, are read as in the reference. */
class NameWriterProperties {
  private static NameStore store;

  @BeforeContainer
  static void openStore() {
    store = new NameStore();
  }

  @AfterContainer
  static void closeStore() {
    store.close();
  }

  @BeforeTry
  void clearStore() {
    store.clear();
  }

  @Provide
  Arbitrary<RandomHistory> names() {
    return RandomHistory.of(RandomHistory.Style.NAMES);
  }

  @Property(tries = 8)
  void answersLikeReferenceWhenNamesMove(
      @ForAll("names") RandomHistory history, @ForAll long seed) {
    play(history, new Random(seed));
    try (StorageAdapter reference =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")))) {
      reference.open();
      history.batches().forEach(reference::append);
      LineageReader expected = reference.reader();
      List<String> actual =
          store.read(transaction -> StoreDump.ofNames(store.reader(transaction), history));
      assertThat(actual).isEqualTo(StoreDump.ofNames(expected, history));
    }
  }

  /**
   * Plays a history. Some transactions are rolled back and repeated, and sometimes all caches are
   * dropped.
   */
  private static void play(RandomHistory history, Random random) {
    List<RecordBatch> batches = history.batches();
    List<RecordBatch> again = history.batches();
    for (int i = 0; i < batches.size(); i++) {
      if (random.nextInt(6) == 0) {
        rollBack(batches.get(i));
        store.names.forget();
        batches.set(i, again.get(i));
      } else if (random.nextInt(6) == 0) {
        store.names.forget();
      }
      RecordBatch batch = batches.get(i);
      store.write(transaction -> store.apply(transaction, batch));
    }
  }

  private static void rollBack(RecordBatch batch) {
    try (Transaction transaction = store.database().service().beginTx()) {
      store.apply(transaction, batch);
    }
  }
}
