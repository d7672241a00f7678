package org.colophon.benchmarks.pipeline;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.workload.RecordConsumer;
import org.colophon.benchmarks.workload.RecordingSink;
import org.colophon.benchmarks.workload.Workload;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalConfig;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.OperationKind;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * Measures each stage of a load. The stages run one by one in this thread, each on the output of
 * the one before. Then the whole kernel runs, where the stages overlap on two processors.
 *
 * <pre>
 * generate          the workload itself; discards its operations
 * suppress          generate and suppress;
 * journal           generate, suppress, encode and write frames to the file
 * journal durable   the same, and wait for fdatasync;
 * read behind       read the journal's frames and decode every record
 * store append      read behind into the adapter
 * store durable     the same, and the adapter's sync: seal, RocksDB write, flush to disk
 * kernel, no store  the whole kernel without an adapter, until durable
 * kernel            the whole kernel with the adapter, until durable
 * </pre>
 */
public final class StageRun {
  private final Workload workload;
  private final boolean isKeepingAll;
  private final Path parent;
  private final StorageAdapterFactory factory =
      new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");

  /**
   * @param isKeepingAll true to turn suppression off
   * @param parent an existing directory for temporary stores
   */
  public StageRun(WorkloadSpec spec, boolean isKeepingAll, Path parent) {
    this.workload = spec.create();
    this.isKeepingAll = isKeepingAll;
    this.parent = parent;
  }

  /** Runs every stage in each round; returns a row for each stage and round. */
  public List<Map<String, Object>> run(int rounds) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      rows.add(row("generate", timed(this::generate)));
      rows.add(row("suppress", timed(this::suppress)));
      Path directory = Directories.newIn(parent);
      journalStages(directory, rows);
      Directories.delete(directory);
      rows.add(row("kernel, no store", kernelNanos(false)));
      rows.add(row("kernel", kernelNanos(true)));
    }
    return rows;
  }

  private Map<String, Object> row(String stage, long nanos) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("stage", stage + (isKeepingAll ? "" : " (suppressing)"));
    row.put("ns/op", (double) nanos / workload.operations());
    row.put("M operations/s", workload.operations() * 1e3 / nanos);
    return row;
  }

  private static long timed(Runnable stage) {
    long begin = System.nanoTime();
    stage.run();
    return System.nanoTime() - begin;
  }

  private void generate() {
    Tally tally = new Tally();
    workload.report(new RecordingSink(tally));
    check("operations generated", tally.operations);
  }

  private void suppress() {
    StageConsumer consumer = new StageConsumer(isKeepingAll, null);
    workload.report(new RecordingSink(consumer));
    check("operations suppressed or passed on", consumer.accounted());
  }

  private void journalStages(Path directory, List<Map<String, Object>> rows) {
    Journal journal =
        Journal.open(JournalConfig.at(directory.resolve("journal")), StageRun::failed);
    long begin = System.nanoTime();
    StageConsumer consumer = new StageConsumer(isKeepingAll, journal);
    workload.report(new RecordingSink(consumer));
    long lastLsn = consumer.finish();
    rows.add(row("journal", System.nanoTime() - begin));
    journal.awaitDurable(lastLsn);
    rows.add(row("journal durable", System.nanoTime() - begin));
    rows.add(row("read behind", timed(() -> readBehind(journal, null))));
    storeStages(journal, directory.resolve("store"), rows);
    journal.close();
  }

  private void storeStages(Journal journal, Path directory, List<Map<String, Object>> rows) {
    try (StorageAdapter adapter = factory.create(StorageConfig.at(directory))) {
      adapter.open();
      long begin = System.nanoTime();
      readBehind(journal, adapter);
      rows.add(row("store append", System.nanoTime() - begin));
      adapter.sync();
      rows.add(row("store durable", System.nanoTime() - begin));
    }
  }

  /** Reads every frame, into an adapter or, if that is null, into nothing. */
  static void readBehind(Journal journal, StorageAdapter adapter) {
    try (JournalReader reader = journal.readAfter(0)) {
      RecordDecoder batch = reader.next();
      while (batch != null) {
        if (adapter == null) {
          decode(batch);
        } else {
          adapter.append(batch);
        }
        batch = reader.next();
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read the journal: " + e, e);
    }
  }

  private static void decode(RecordDecoder batch) {
    int records = 0;
    while (batch.next()) {
      records++;
    }
    if (records == 0) {
      throw ErrorCode.STORE_CORRUPT.exception("a journal frame without records");
    }
  }

  private long kernelNanos(boolean isStoring) {
    Path directory = Directories.newIn(parent);
    KernelConfig.Builder config = KernelConfig.builder(directory);
    if (isStoring) {
      config.adapter(AdapterConfig.of(factory));
    }
    long nanos;
    try (Kernel kernel = Kernel.open(config.build())) {
      SinkOptions options = new SinkOptions(isKeepingAll, OverloadPolicy.BLOCK);
      long begin = System.nanoTime();
      workload.report(kernel.newSink("bench", options));
      kernel.drain();
      nanos = System.nanoTime() - begin;
    }
    Directories.delete(directory);
    return nanos;
  }

  private void check(String what, long count) {
    if (count != workload.operations()) {
      throw ErrorCode.KERNEL_FAILED.exception(what + ": " + count + " of " + workload.operations());
    }
  }

  private static void failed(Throwable cause) {
    throw ErrorCode.IO_FAILED.exception("the journal failed: " + cause, cause);
  }

  /** Counts. */
  private static final class Tally implements RecordConsumer {
    private long operations;

    @Override
    public void operation(
        long lsn, long process, long object, OperationKind kind, long bytes, long timeNanos) {
      operations++;
    }

    @Override
    public void exit(long lsn, long process, int status, long timeNanos) {
      operations++;
    }
  }
}
