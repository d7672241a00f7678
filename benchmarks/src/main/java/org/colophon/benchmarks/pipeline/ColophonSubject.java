package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.workload.Workload;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
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
 * Colophon as a reporter uses it: a sink of a kernel with one adapter. The measured time ends when
 * the journal and the adapter are durable. Queries use the lineage engine on the reopened store.
 */
final class ColophonSubject implements Subject {
  private final String adapter;
  private final boolean isKeepingAll;

  /**
   * Constructs a subject.
   *
   * @param adapter name of the adapter
   * @param isKeepingAll true to turn suppression off
   */
  ColophonSubject(String adapter, boolean isKeepingAll) {
    this.adapter = adapter;
    this.isKeepingAll = isKeepingAll;
  }

  private StorageAdapterFactory factory() {
    return new PluginLoader<>(StorageAdapterFactory.class).get(adapter);
  }

  @Override
  public Map<String, Object> load(Path directory, Workload workload) {
    KernelConfig config =
        KernelConfig.builder(directory).adapter(AdapterConfig.of(factory())).build();
    try (Kernel kernel = Kernel.open(config)) {
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

  private static Map<String, Object> figures(
      KernelStatus status, long reportNanos, long loadNanos, long operations) {
    if (status.accepted() < operations) {
      throw ErrorCode.KERNEL_FAILED.exception(
          "only " + status.accepted() + " operations were accepted");
    }
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put(Figures.LOAD_NANOS, loadNanos);
    figures.put(Figures.REPORT_RATE, operations * 1e9 / reportNanos);
    figures.put(Figures.SUPPRESSED, status.suppressed());
    figures.put(Figures.REFUSED, status.refused());
    figures.put(Figures.DROPPED, status.dropped());
    figures.put(Figures.JOURNAL_BYTES, (double) status.journalBytes() / operations);
    return figures;
  }

  @Override
  public boolean isKeepingAll() {
    return isKeepingAll;
  }

  @Override
  public long storeBytes(Path directory) {
    return Directories.bytes(StoreDirectory.adapterIn(directory, adapter));
  }

  @Override
  public Probe open(Path directory) {
    Path store = StoreDirectory.adapterIn(directory, adapter);
    return new ColophonProbe(factory().openReader(StorageConfig.at(store)));
  }

  private static final class ColophonProbe implements Probe {
    private static final int OPERATION_MODES =
        AccessMode.READ.bit() | AccessMode.WRITE.bit() | AccessMode.TOUCH.bit();

    private final LineageReader reader;
    private final LineageEngine engine;

    ColophonProbe(LineageReader reader) {
      this.reader = reader;
      this.engine = new LineageEngine(reader);
    }

    @Override
    public void ancestors(long object, Found found) {
      LineageQuery query = LineageQuery.builder().root(Root.object(object)).dataOnly(true).build();
      engine.run(
          query,
          (index, type, id, version, boundLsn, depth) -> {
            if (type == NodeType.PROCESS) {
              found.addProcess(id);
            } else if (id != object) {
              found.addObject(id);
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
