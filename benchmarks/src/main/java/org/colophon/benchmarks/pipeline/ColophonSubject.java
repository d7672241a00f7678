// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.benchmarks.peer.Found;
import org.colophon.benchmarks.peer.Probe;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.workload.Workload;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.model.AccessMode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;

/**
 * Colophon as a reporter uses it: a sink of a kernel with a RocksDB adapter. The measured time ends
 * when the journal and the adapter are durable. Queries use the lineage engine on the reopened
 * store.
 *
 * @param isKeepingAll true to turn suppression off
 * @param options options of the adapter
 */
record ColophonSubject(boolean isKeepingAll, Map<String, String> options) implements Subject {
  private static final int OPERATION_MODES =
      AccessMode.READ.bit() | AccessMode.WRITE.bit() | AccessMode.TOUCH.bit();

  @Override
  public Figures load(Path directory, Workload workload) {
    try (Kernel kernel = Kernel.open(Kernels.rocksDb(directory, options).build())) {
      OperationSink sink =
          kernel.newSink("bench", new SinkOptions(isKeepingAll, OverloadPolicy.BLOCK));
      long begin = System.nanoTime();
      workload.report(sink);
      long reported = System.nanoTime();
      kernel.drain();
      long drained = System.nanoTime();
      return figures(kernel.status(), reported - begin, drained - begin, workload.operations());
    }
  }

  private static Figures figures(
      KernelStatus status, long reportNanos, long loadNanos, long operations) {
    if (status.accepted() < operations) {
      throw ErrorCode.KERNEL_FAILED.exception(
          "only " + status.accepted() + " operations were accepted");
    }
    return Figures.of(LOAD_NANOS, loadNanos)
        .and("reported/s", operations * 1e9 / reportNanos)
        .and("suppressed", status.suppressed())
        .and("refused", status.refused())
        .and("dropped", status.dropped())
        .and("journal B/op", (double) status.journalBytes() / operations);
  }

  @Override
  public long storeBytes(Path directory) {
    return Directories.bytes(StoreDirectory.adapterIn(directory, Kernels.ROCKSDB));
  }

  @Override
  public Probe open(Path directory) {
    Path store = StoreDirectory.adapterIn(directory, Kernels.ROCKSDB);
    LineageReader reader =
        new PluginLoader<>(StorageAdapterFactory.class)
            .get(Kernels.ROCKSDB)
            .openReader(StorageConfig.at(store));
    return new ColophonProbe(reader, new LineageEngine(reader));
  }

  private record ColophonProbe(LineageReader reader, LineageEngine engine) implements Probe {
    @Override
    public void ancestors(long object, Found found) {
      engine.run(
          LineageQuery.builder().root(Root.object(object)).dataOnly(true).build(),
          (index, type, id, version, boundLsn, depth) -> {
            if (type == NodeType.PROCESS) {
              found.processes().add(id);
            } else if (id != object) {
              found.objects().add(id);
            }
          });
    }

    @Override
    public long operationsOfObject(long object) {
      long[] sum = new long[1];
      reader.accessesOfObject(
          object,
          OPERATION_MODES,
          (process, o, mode, first, last, count, bytes, t0, t1) -> sum[0] += count);
      return sum[0];
    }

    @Override
    public long operationsOfProcess(long process) {
      long[] sum = new long[1];
      reader.accessesOfProcess(
          process,
          OPERATION_MODES,
          (p, object, mode, first, last, count, bytes, t0, t1) -> sum[0] += count);
      return sum[0];
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
