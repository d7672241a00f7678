// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.find.FindQuery;
import org.colophon.query.find.Finder;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches in ranges of times read only what may be active then. */
class TimeRangeTest {
  private static final int SEALS = 1_000;
  private static final int FILES_PER_SEAL = StoreFormat.GROUP_SIZE;
  private static final long MILLI = 1_000_000L;

  @TempDir private Path directory;

  private StorageAdapter open() {
    StorageAdapter adapter = new RocksDbStorageAdapterFactory().create(StorageConfig.at(directory));
    adapter.open();
    return adapter;
  }

  /** Wraps a reader. Counts questions about ids, or has no index. */
  private static LineageReader wrapped(LineageReader reader, boolean hasIndex, AtomicLong asked) {
    return (LineageReader)
        Proxy.newProxyInstance(
            LineageReader.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "activeBetween" -> {
                  if (!hasIndex) {
                    return null;
                  }
                }
                case "object", "process", "accessesOfObject", "accessesOfProcess" ->
                    asked.incrementAndGet();
                default -> {}
              }
              try {
                Object result = method.invoke(reader, arguments);
                return result instanceof LineageReader view
                    ? wrapped(view, hasIndex, asked)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static List<String> found(LineageReader reader, long since, long until)
      throws IOException {
    List<String> found = new ArrayList<>();
    new Finder(reader, new FindQuery().since(since).until(until))
        .find(each -> found.add(each.toString()));
    return found;
  }

  @Test
  void readsSmallPartOfStoreForShortRange() throws IOException {
    long[] middle = new long[2];
    long last = 0;
    try (StorageAdapter adapter = open()) {
      RecordBatchBuilder history = new RecordBatchBuilder().process(1, "/bin/long");
      history.file(1, "/long").open(OperationKind.WRITE, 1, 1, 1);
      final long begin = history.lastLsn();
      history.file(2, "/endless").open(OperationKind.WRITE, 1, 2, 1);
      for (int seal = 1; seal <= SEALS; seal++) {
        long first = (long) seal * FILES_PER_SEAL;
        history.process(seal + 1, "/bin/short");
        if (seal == SEALS / 2) {
          middle[0] = RecordBatchBuilder.timeOf(history.lastLsn());
        }
        for (long id = first; id < first + FILES_PER_SEAL; id++) {
          history.file(id, "/f" + id).access(OperationKind.WRITE, seal + 1, id, 1);
          last = id;
        }
        if (seal == SEALS / 2) {
          middle[1] = RecordBatchBuilder.timeOf(history.lastLsn());
        }
        history.exit(seal + 1, 0);
        if (seal == SEALS) {
          history.interval(AccessMode.WRITE, 1, 1, begin, history.lastLsn(), 9, 9);
        }
        adapter.append(history.build());
        adapter.flush();
      }
      AtomicLong asked = new AtomicLong();
      List<String> found = found(wrapped(adapter.reader(), true, asked), middle[0], middle[1]);

      assertThat(found.toString())
          .contains("/long", "/endless", "process:1,", "process:" + (SEALS / 2 + 1));
      assertThat(found).hasSize(FILES_PER_SEAL + 4);
      assertThat(asked.get()).isBetween(1L, last / 50);
    }
  }

  @Test
  void findsTheSameWithIndexWhenTimesGoBackAndForth() throws IOException {
    Random random = new Random(17);
    for (int round = 0; round < 40; round++) {
      Path own = directory.resolve("round" + round);
      StorageAdapter adapter = new RocksDbStorageAdapterFactory().create(StorageConfig.at(own));
      adapter.open();
      try (adapter) {
        fill(adapter, random);
        for (int question = 0; question < 30; question++) {
          long since = time(random, 80);
          long until = since + random.nextInt(20) * MILLI;
          LineageReader reader = adapter.reader();
          AtomicLong asked = new AtomicLong();
          assertThat(found(reader, since, until))
              .as("round %d, %d to %d", round, since, until)
              .isEqualTo(found(wrapped(reader, false, asked), since, until));
        }
      }
    }
  }

  private static long time(Random random, int millis) {
    return RecordBatchBuilder.EPOCH_NANOS + random.nextInt(millis) * MILLI;
  }

  /** Appends random records with random times, and seals after some. */
  private static void fill(StorageAdapter adapter, Random random) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    List<long[]> open = new ArrayList<>();
    long processes = 0;
    long objects = 0;
    for (int step = 0; step < 120; step++) {
      history.time(random.nextInt(10) == 0 ? 0 : time(random, 80));
      int kind = random.nextInt(8);
      if (kind == 0 || processes == 0) {
        history.process(++processes, "/bin/p");
      } else if (kind == 1 || objects == 0) {
        objects += 1 + random.nextInt(100);
        history.file(objects, "/f" + objects);
      } else if (kind == 2) {
        history.exit(1 + random.nextLong(processes), 0);
      } else if (kind == 3 && !open.isEmpty()) {
        long[] access = open.remove(random.nextInt(open.size()));
        long end = random.nextInt(5) == 0 ? access[2] : history.lastLsn();
        history.interval(AccessMode.WRITE, access[0], access[1], access[2], end, 2, 2);
      } else if (kind == 4) {
        long process = 1 + random.nextLong(processes);
        history.open(OperationKind.WRITE, process, objects, 1);
        open.add(new long[] {process, objects, history.lastLsn()});
      } else if (kind == 5) {
        history.process(1 + random.nextLong(processes), "/bin/again");
      } else {
        history.access(OperationKind.READ, 1 + random.nextLong(processes), objects, 1);
      }
      if (random.nextInt(6) == 0) {
        adapter.append(history.build());
        adapter.flush();
      }
    }
    adapter.append(history.build());
    adapter.flush();
  }
}
