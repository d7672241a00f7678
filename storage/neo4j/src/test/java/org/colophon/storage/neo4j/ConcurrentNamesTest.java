// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests that readers see a window completely or not at all, while the writer commits windows. */
class ConcurrentNamesTest {
  private static final SharedStore STORE = new SharedStore(Map.of());
  private static final int ROUNDS = 600;
  private static final Bytes FILE = Bytes.of("/one/file");
  private static final Bytes OTHER_FILE = Bytes.of("/other/file");

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final List<String> wrong = new ArrayList<>();

  @AfterAll
  static void close() {
    STORE.close();
  }

  @Test
  void findsPathsWhileTheirDirectoriesAreExchanged() throws InterruptedException {
    try (StorageAdapter adapter = STORE.open()) {
      adapter.append(history.file(1, FILE.toString()).file(2, OTHER_FILE.toString()).build());
      adapter.sync();
      Thread reading = new Thread(() -> read(adapter.reader()));
      reading.start();
      for (int round = 0; round < ROUNDS; round++) {
        adapter.append(history.exchange(1, "/one", "/other").build());
        adapter.sync();
      }
      isOver.set(true);
      reading.join();
    }
    assertThat(wrong).isEmpty();
  }

  private void read(LineageReader reader) {
    while (!isOver.get() && wrong.size() < 10) {
      long object = reader.resolve(FILE, Lsn.LATEST);
      check(object == 1 || object == 2, FILE + " was " + object);
      List<NameBinding> names = reader.namesOf(1);
      check(names.get(names.size() - 1).toLsn() == Lsn.OPEN, "no name of 1 holds: " + names.size());
      check(!reader.bindingsOf(OTHER_FILE).isEmpty(), "nothing known of " + OTHER_FILE);
    }
  }

  private void check(boolean isRight, String what) {
    if (!isRight) {
      wrong.add(what);
    }
  }
}
