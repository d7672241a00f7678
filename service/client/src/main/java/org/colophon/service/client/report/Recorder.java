package org.colophon.service.client.report;

import java.nio.file.Path;
import org.colophon.core.kernel.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.protocol.SourceName;

/**
 * Destination to which a program records its own provenance: a store of its own, or a service.
 *
 * <p>{@link #sink} is for one thread; {@link #close}, on that thread, returns when everything is on
 * disk.
 */
public interface Recorder extends AutoCloseable {
  /** The sink for what happened. */
  OperationSink sink();

  /** Hands everything over, waits until it is on disk, and closes the store or connection. */
  @Override
  void close();

  /**
   * Opens a store for this program alone.
   *
   * @param adapter the storage adapter, such as {@code rocksdb}, on the class path
   * @param name what the store calls this program in its log
   * @throws org.colophon.core.error.ColophonException STORE_LOCKED if another process has it,
   *     NOT_FOUND for an unknown adapter, and any failure to open the store
   */
  static Recorder embed(Path store, String adapter, String name) {
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get(adapter);
    Kernel kernel =
        Kernel.open(KernelConfig.builder(store).adapter(AdapterConfig.of(factory)).build());
    OperationSink sink = kernel.newSink(name, SinkOptions.DEFAULT);
    return new Recorder() {
      @Override
      public OperationSink sink() {
        return sink;
      }

      @Override
      public void close() {
        try (kernel) {
          sink.awaitDurable(sink.flush());
        }
      }
    };
  }

  /**
   * Reports to a service, which need not run yet.
   *
   * @param source the service's name for this program, unique among those that run at a time:
   *     letters, digits, dots, dashes and underscores. With {@link SourceName#RUN_PREFIX} it is a
   *     single run, which the service forgets when this is closed
   */
  static Recorder connect(ServiceConnection service, String source) {
    RemoteSink sink = RemoteSink.to(service, source).build();
    return new Recorder() {
      @Override
      public OperationSink sink() {
        return sink;
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }
}
