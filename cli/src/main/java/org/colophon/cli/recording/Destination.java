package org.colophon.cli.recording;

import java.util.List;
import java.util.Optional;
import org.colophon.cli.config.Store;
import org.colophon.client.ServiceConnection;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.OverloadPolicy;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.spi.reporter.Reporter;

/** Where a reporter's operations go. Open from when it is made. */
public interface Destination extends AutoCloseable {
  /** Starts a reporter. */
  Run start(String name, Reporter reporter);

  @Override
  void close();

  /**
   * Returns the running service of a store, otherwise the store itself.
   *
   * @param alsoInto storage adapters beside the store's first; a service has its own
   */
  static Destination of(Store store, SinkOptions options, List<String> alsoInto) {
    Optional<ServiceConnection> running = ServiceConnection.ofStore(store.directory());
    if (running.isEmpty()) {
      return new KernelDestination(store.openKernel(alsoInto), options);
    }
    ServiceConnection service = running.get();
    if (alsoInto.isEmpty() && options.onOverload() == OverloadPolicy.BLOCK) {
      return new ServiceDestination(service, options);
    }
    service.close();
    throw new ColophonException(
        ErrorCode.BAD_REQUEST,
        "a service runs for this store: it feeds the adapters of its configuration, and waits for"
            + " nobody to be dropped; leave --also-into and --on-overload=drop out");
  }
}
