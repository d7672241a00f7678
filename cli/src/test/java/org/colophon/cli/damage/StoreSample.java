// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.damage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.colophon.cli.config.Engines;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.fanout.FanoutConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;

/**
 * A store with a random history of several runs, after a clean stop or a kill. The sample also has
 * an earlier state of the store, and another store.
 *
 * @param store the store to copy and damage.
 * @param older the same store after fewer runs.
 * @param other a store with another history.
 * @param extent size of the store.
 * @param answers all answers of an undamaged copy.
 * @param positions acknowledged positions of sources.
 */
record StoreSample(
    Path store,
    Path older,
    Path other,
    Extent extent,
    List<String> answers,
    Map<String, Bytes> positions) {
  private static final int RUNS = 4;
  private static final int SEGMENT_BYTES = 4096;

  /** The largest ids and the last LSN of a sample. */
  record Extent(long processes, long objects, long lastLsn) {}

  /** Creates a sample from a seed. */
  static StoreSample make(Path directory, String engine, long seed) throws IOException {
    Random random = new Random(seed);
    boolean isKilled = random.nextBoolean();
    Path store = directory.resolve("store");
    Path older = directory.resolve("older");
    Path other = directory.resolve("other");
    run(store, engine, random, RUNS / 2);
    StoreFiles.copy(store, older);
    run(store, engine, random, RUNS / 2);
    run(other, engine, random, 1);
    if (isKilled) {
      kill(store, engine, random, directory.resolve("killed"));
      kill(other, engine, random, directory.resolve("killed-other"));
      store = directory.resolve("killed");
      other = directory.resolve("killed-other");
    }
    return withAnswers(directory, store, older, other);
  }

  private static void run(Path store, String engine, Random random, int runs) {
    RandomReports reports = new RandomReports(random);
    for (int i = 0; i < runs; i++) {
      try (Kernel kernel = Kernel.open(config(store, engine, random))) {
        reports.report(kernel, 20 + random.nextInt(100));
        kernel.snapshot("s" + random.nextLong());
      }
    }
  }

  /** Copies a store after an acknowledgement while its kernel is open, as after a kill. */
  private static void kill(Path store, String engine, Random random, Path copy) throws IOException {
    try (Kernel kernel = Kernel.open(config(store, engine, random))) {
      new RandomReports(random).report(kernel, 20 + random.nextInt(200));
      if (random.nextBoolean()) {
        kernel.awaitHeld(engine, kernel.status().durableLsn());
      }
      StoreFiles.copyInstant(store, copy);
    }
  }

  private static KernelConfig config(Path store, String engine, Random random) {
    long syncMillis = random.nextBoolean() ? 20 : 5_000;
    return KernelConfig.builder(store)
        .adapter(new AdapterConfig(engine, Engines.get(engine), Map.of()))
        .segmentBytes(SEGMENT_BYTES)
        .fanout(new FanoutConfig(10, syncMillis, 10, 20))
        .build();
  }

  private static StoreSample withAnswers(Path directory, Path store, Path older, Path other)
      throws IOException {
    Path copy = StoreFiles.copy(store, directory.resolve("undamaged"));
    Store opened = new Store(copy, remark -> {});
    Map<String, Bytes> positions;
    try (Kernel kernel = opened.openKernel(List.of())) {
      kernel.drain();
      positions = kernel.positions();
    }
    LineageReader reader = opened.openReader();
    try {
      Extent extent = new Extent(reader.lastProcess(), reader.lastObject(), reader.visibleLsn());
      List<String> answers = StoreAnswers.of(reader, extent);
      return new StoreSample(store, older, other, extent, answers, positions);
    } finally {
      reader.close();
      StoreFiles.delete(copy);
    }
  }

  /** Returns a new copy, which may be damaged. */
  Path copyTo(Path directory) throws IOException {
    if (Files.exists(directory)) {
      StoreFiles.delete(directory);
    }
    return StoreFiles.copy(store, directory);
  }
}
