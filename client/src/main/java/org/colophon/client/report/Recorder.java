// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.nio.file.Path;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.protocol.SourceName;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/**
 * Destination for the provenance that a program records about itself: an embedded store, or a
 * service.
 *
 * <p>One thread uses {@link #sink} and calls {@link #close}. When {@code close} returns, everything
 * is on disk.
 *
 * @param sink receives the operations
 * @param whenClosed sends all operations and waits until they are on disk
 */
public record Recorder(OperationSink sink, Runnable whenClosed) implements AutoCloseable {
  /** Sends all operations, waits until they are on disk, and closes the store or connection. */
  @Override
  public void close() {
    whenClosed.run();
  }

  /**
   * Opens a store for this program only.
   *
   * @param adapter name of a storage adapter on the class path, such as {@code rocksdb}.
   * @param name name of this program in the store's log.
   * @throws org.colophon.core.error.ColophonException STORE_LOCKED if another process has opened
   *     the store, NOT_FOUND if the adapter is unknown, or another code if the store cannot be
   *     opened
   */
  public static Recorder embed(Path store, String adapter, String name) {
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get(adapter);
    Kernel kernel =
        Kernel.open(KernelConfig.builder(store).adapter(AdapterConfig.of(factory)).build());
    OperationSink sink = kernel.newSink(name, SinkOptions.DEFAULT);
    return new Recorder(
        sink,
        () -> {
          try (kernel) {
            sink.awaitDurable(sink.flush());
          }
        });
  }

  /**
   * Reports to a service. The service need not run yet.
   *
   * @param source this program's name at the service, unique among the programs that run at the
   *     same time: letters, digits, dots, dashes and underscores. A name with {@link
   *     SourceName#RUN_PREFIX} is for a single run; the service deletes the source when the
   *     recorder is closed
   */
  public static Recorder connect(ServiceConnection service, String source) {
    RemoteSink sink = RemoteSink.to(service, source).build();
    return new Recorder(sink, sink::close);
  }
}
