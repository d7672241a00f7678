// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.colophon.cli.config.Store;
import org.colophon.core.kernel.Kernel;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests the same if traces report to a service. */
class ServedFileIdentityIT extends FileIdentityIT {
  private Kernel kernel;
  private Service service;

  @BeforeEach
  void startService() {
    kernel = new Store(tester.store, text -> {}).openKernel(List.of());
    service = Service.over(ServiceConfig.of(tester.store), kernel);
  }

  @Override
  void awaitStored() {
    kernel.drain();
  }

  @AfterEach
  void stopService() {
    assertThat(service.stop()).isTrue();
  }
}
