// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.database.RocksDbConfig;
import org.colophon.storage.rocksdb.database.RocksDbDirectory;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.read.Group;
import org.colophon.storage.rocksdb.read.GroupCache;
import org.colophon.storage.rocksdb.read.Groups;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how much of the later history a view reads. */
class ViewTest {
  private static final int LATER_SEALS = 50;
  private static final int IDS = 3;

  @TempDir private Path directory;

  /** Adds the size of each group that it returns. */
  private record Counted(Groups groups, AtomicLong bytes) implements Groups {
    @Override
    public Group get(int family, long id, int factClass) {
      Group group = groups.get(family, id, factClass);
      bytes.addAndGet(group.data().length);
      return group;
    }

    @Override
    public Groups until(long lsn, long visibleLsn) {
      return new Counted(groups.until(lsn, visibleLsn), bytes);
    }
  }

  private static RecordBatchBuilder declared() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    for (int id = 1; id <= IDS; id++) {
      history.process(id, "/bin/p" + id).file(id, "/f" + id);
    }
    return history;
  }

  /** Adds one fact of each class about all ids. */
  private static void addFacts(RecordBatchBuilder history) {
    for (int id = 1; id <= IDS; id++) {
      history
          .access(OperationKind.READ, id, id, 10)
          .access(OperationKind.WRITE, id, 1, 10)
          .cut(id, id)
          .link(LinkKind.SIGNAL, id, 1)
          .derivation(id, 1, id)
          .extended(id, id, "note", Bytes.of("text"));
    }
  }

  private void write(Path store, Consumer<StorageAdapter> writer) {
    try (StorageAdapter adapter =
        new RocksDbStorageAdapterFactory().create(StorageConfig.at(store))) {
      adapter.open();
      writer.accept(adapter);
      adapter.flush();
    }
  }

  /** Returns the facts of a view, and the bytes that were decoded for them. */
  private static List<String> facts(Path store, long lsn, AtomicLong decoded) {
    RocksDbConfig config = RocksDbConfig.of(StorageConfig.at(store));
    try (Database database = Database.openReader(config, StoreFormat.NAMES)) {
      Groups groups = new Counted(new GroupCache(database, 1 << 20, 0), decoded);
      RocksDbDirectory place = new RocksDbDirectory(store);
      try (LineageReader reader =
          new RocksDbLineageReader(
              database,
              groups,
              0,
              place,
              () -> RocksDbStorageAdapter.readState(database),
              () -> {})) {
        return facts(reader.until(lsn));
      }
    }
  }

  private static List<String> facts(LineageReader view) {
    StringBuilder found = new StringBuilder();
    for (int id = 1; id <= IDS; id++) {
      view.accessesOfObject(
          id,
          AccessMode.ALL,
          (p, o, mode, first, last, n, bytes, t, u) ->
              found.append(p + " " + mode + " " + o + " " + first + "-" + last + " n" + n + "\n"));
      view.accessesOfProcess(
          id,
          AccessMode.ALL,
          (p, o, mode, first, last, n, bytes, t, u) ->
              found.append(p + " " + mode + " " + o + " " + first + "-" + last + " n" + n + "\n"));
      view.cuts(id, (p, begin, end, t) -> found.append("cut " + begin + "\n"));
      view.causesOfProcess(id, (e, c, kind, lsn, t) -> found.append("cause " + lsn + "\n"));
      view.effectsOfProcess(id, (e, c, kind, lsn, t) -> found.append("effect " + lsn + "\n"));
      view.derivationsOfObject(id, (e, c, p, lsn, t) -> found.append("from " + lsn + "\n"));
      view.derivationsFromObject(id, (e, c, p, lsn, t) -> found.append("to " + lsn + "\n"));
      view.extendedRecords(id, 0).forEach(each -> found.append(each.lsn() + "\n"));
      view.extendedRecords(0, id).forEach(each -> found.append(each.lsn() + "\n"));
    }
    return found.toString().lines().toList();
  }

  @Test
  void decodesNoValueOfLaterSeals() {
    Path whole = directory.resolve("whole");
    Path ended = directory.resolve("ended");
    RecordBatchBuilder history = declared();
    addFacts(history);
    long lsn = history.lastLsn();
    write(
        whole,
        adapter -> {
          adapter.append(history.build());
          for (int i = 0; i < LATER_SEALS; i++) {
            adapter.flush();
            addFacts(history);
            adapter.append(history.build());
          }
        });
    RecordBatchBuilder cut = declared();
    addFacts(cut);
    write(ended, adapter -> adapter.append(cut.build()));
    AtomicLong decoded = new AtomicLong();
    AtomicLong least = new AtomicLong();
    AtomicLong all = new AtomicLong();
    List<String> facts = facts(whole, lsn, decoded);
    assertThat(facts).isNotEmpty().isEqualTo(facts(ended, Lsn.LATEST, least));
    assertThat(facts(whole, Lsn.LATEST, all)).hasSize(facts.size() * (LATER_SEALS + 1));
    assertThat(decoded).hasValue(least.get());
    assertThat(all.get()).isGreaterThan(LATER_SEALS * least.get());
  }

  @Test
  void findsEndOfEarlierAccessAndCutInLaterSeals() {
    Path store = directory.resolve("store");
    RecordBatchBuilder history = declared().open(OperationKind.READ, 1, 1, 10);
    long lsn = history.lastLsn();
    write(
        store,
        adapter -> {
          adapter.append(history.build());
          for (int i = 0; i < LATER_SEALS; i++) {
            adapter.flush();
            addFacts(history);
            adapter.append(history.build());
          }
          adapter.flush();
          history.interval(AccessMode.READ, 1, 1, lsn, history.lastLsn(), 7, 70);
          adapter.append(history.cut(3, 3, lsn).build());
        });
    AtomicLong decoded = new AtomicLong();
    long end = history.lastLsn() - 2;
    assertThat(facts(store, lsn, decoded))
        .contains("1 READ 1 %d-%d n7".formatted(lsn, end), "cut " + lsn)
        .hasSize(3);
    AtomicLong all = new AtomicLong();
    facts(store, Lsn.LATEST, all);
    assertThat(decoded.get()).isLessThan(all.get() / LATER_SEALS);
  }
}
