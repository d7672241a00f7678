// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.nio.file.Path;
import org.colophon.client.connection.RemoteAddress;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.host.HostInfo;
import org.colophon.core.host.StoreHost;
import org.jspecify.annotations.Nullable;

/** Connects to the service of another host. This host reports there under its own machine id. */
final class RemoteService {
  private RemoteService() {}

  /**
   * Connects to a service; see {@link RemoteAddress#builder}.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the address is invalid;
   *     IO_FAILED
   */
  static ServiceConnection connect(String url, Path tokenFile, @Nullable Path authority) {
    HostInfo here = HostInfo.ofThisMachine();
    StoreHost own = here.owner();
    ServiceConnection connection =
        RemoteAddress.builder("--to", url, tokenFile, authority)
            .reportingFor(own.id(), own.name(), here.bootId())
            .build();
    connection.connect();
    return connection;
  }
}
