package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests the same if traces report to a service. */
class ServedFileIdentityIT extends FileIdentityIT {
  private Service service;

  @BeforeEach
  void startService() {
    service = Service.start(ServiceConfig.of(tester.store));
  }

  @AfterEach
  void stopService() {
    assertThat(service.stop()).isTrue();
  }
}
