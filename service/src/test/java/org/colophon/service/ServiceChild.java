// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.nio.file.Path;
import java.util.List;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;

/** A service in a separate process, which the test kills. */
public final class ServiceChild {
  private ServiceChild() {}

  /**
   * Runs the service.
   *
   * @param arguments the store's directory, optionally followed by the adapter
   */
  public static void main(String[] arguments) throws InterruptedException {
    ServiceConfig config = ServiceConfig.of(Path.of(arguments[0]));
    boolean isUsual = arguments.length == 1;
    Service service =
        Service.start(
            isUsual ? config : config.withAdapters(List.of(AdapterSpec.of(arguments[1]))));
    System.out.println("serving");
    service.awaitStopped();
    System.exit(service.stop() ? 0 : 3);
  }
}
