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
 * Where a program records its own provenance: a store that it has for itself, or a service. What it
 * records and how is the same for both.
 *
 * <p>{@link #sink} is for one thread; {@link #close}, on that thread, returns when everything is on
 * disk.
 */
public interface Recorder extends AutoCloseable {
  /** What happened goes in here. */
  OperationSink sink();

  /** Hands everything over, waits until it is on disk, and lets go of the store or service. */
  @Override
  void close();

  /**
   * Opens a store for this program alone.
   *
   * @param adapter the storage adapter, such as {@code rocksdb}, on the class path
   * @param name what the store calls this program in its log
   * @throws org.colophon.core.error.ColophonException STORE_LOCKED if somebody else has it,
   *     NOT_FOUND for an adapter that is not there, and whatever keeps a store from being opened
   */
  static Recorder embed(Path store, String adapter, String name) {
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get(adapter);
    Kernel kernel =
        Kernel.open(KernelConfig.builder(store).adapter(AdapterConfig.of(factory)).build());
    return new EmbeddedRecorder(kernel, kernel.newSink(name, SinkOptions.DEFAULT));
  }

  /**
   * Reports to a service. Nothing is sent yet, so no service need be there.
   *
   * @param source what the service calls this program: one name for each program that runs at a
   *     time; letters, digits, dots, dashes and underscores. One that begins with {@link
   *     SourceName#RUN_PREFIX} is a single run, which the service forgets when this is closed
   */
  static Recorder connect(ServiceConnection service, String source) {
    RemoteSink sink = RemoteSink.to(service, source).build();
    return new RemoteRecorder(sink);
  }
}
