// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import java.util.List;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.state.KernelState;
import org.colophon.history.certified.LogCopy;
import org.colophon.service.http.Route;

/**
 * An open store of another host.
 *
 * @param routes HTTP routes over the store
 * @param adapter name of the adapter that answers queries.
 * @param hourly task that runs every hour
 * @param certified the certified log of a copy
 * @param onClose stops all users of the kernel before the kernel closes
 */
public record HostStore(
    Kernel kernel,
    List<Route> routes,
    String adapter,
    Runnable hourly,
    LogCopy certified,
    Runnable onClose)
    implements AutoCloseable {
  public HostStore {
    routes = List.copyOf(routes);
  }

  boolean hasFailed() {
    return kernel.status().state() == KernelState.FAILED;
  }

  @Override
  public void close() {
    try {
      onClose.run();
    } finally {
      certified.close();
      kernel.close();
    }
  }
}
