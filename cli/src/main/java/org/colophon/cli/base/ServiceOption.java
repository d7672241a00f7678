// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.colophon.cli.config.Store;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Option;

/** The option to open the store without a running service. */
public final class ServiceOption {
  @Option(
      names = "--embedded",
      description = "Open the store in this process, even if a service runs.")
  private boolean isEmbedded;

  /**
   * Returns a connection to the service of a store.
   *
   * @throws ColophonException IO_FAILED if no service runs
   */
  public static ServiceConnection require(Store store) {
    return store
        .connect()
        .orElseThrow(
            () ->
                ErrorCode.IO_FAILED.exception(
                    "no service runs for " + store.directory() + "; to start one: colophon serve"));
  }

  public boolean isEmbedded() {
    return isEmbedded;
  }

  /**
   * Returns a connection to the service of a store if the service runs and the options allow its
   * use.
   */
  public Optional<ServiceConnection> connect(Store store) {
    return isEmbedded ? Optional.empty() : store.connect();
  }

  /**
   * Returns the answer of the store's service if the service runs and the options allow its use.
   * Otherwise returns this process's answer, after a service that is stopping has closed the store.
   */
  public <T> T query(Store store, Function<ServiceConnection, T> served, Supplier<T> here) {
    Optional<ServiceConnection> running = connect(store);
    if (running.isEmpty()) {
      if (!isEmbedded) {
        store.awaitStoppingService();
      }
      return here.get();
    }
    try (ServiceConnection connection = running.get()) {
      return served.apply(connection);
    }
  }
}
