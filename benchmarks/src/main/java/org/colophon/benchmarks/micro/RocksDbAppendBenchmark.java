package org.colophon.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.pipeline.JournaledTree;
import org.colophon.benchmarks.result.Folders;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The RocksDB adapter alone: the journal of the tree at level 4, decoded and appended to an empty
 * store, until durable there.
 *
 * <p>Run: {@code ./colophon bench micro RocksDbAppendBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 40)
@Measurement(iterations = 40)
public class RocksDbAppendBenchmark {
  /** Suppression is off. */
  @Param({"true", "false"})
  private boolean keepAll;

  private JournaledTree tree;
  private Path directory;
  private StorageAdapter adapter;

  /** Writes the journal. */
  @Setup
  public void writeJournal() throws IOException {
    tree = JournaledTree.ofLevels(4, keepAll, Files.createTempDirectory("colophon-micro"));
  }

  /** Opens an empty store. */
  @Setup(Level.Invocation)
  public void open() throws IOException {
    directory = Files.createTempDirectory("colophon-micro");
    adapter =
        new PluginLoader<>(StorageAdapterFactory.class)
            .get("rocksdb")
            .create(new StorageConfig(directory.resolve("store"), Map.of()));
    adapter.open();
  }

  /** Appends and syncs. */
  @Benchmark
  @OperationsPerInvocation(JournaledTree.LEVEL_FOUR_OPERATIONS)
  public long appendAndSync() {
    tree.appendTo(adapter);
    return adapter.sync();
  }

  /** Everything must be held; then the store goes. */
  @TearDown(Level.Invocation)
  public void check() {
    long held = adapter.heldLsn();
    adapter.close();
    Folders.delete(directory);
    if (held != tree.lastLsn()) {
      throw new IllegalStateException("held up to " + held + " instead of " + tree.lastLsn());
    }
  }

  /** Deletes the journal. */
  @TearDown
  public void close() {
    tree.close();
  }
}
